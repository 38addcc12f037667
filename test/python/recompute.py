"""Recomputes the hashes of a studio from its two exports, by docs/operations.md alone.

Written from the document by whoever does not know the studio's code, and with Python's own library
only. Prints, as JSON, how many hashes it made again and the first that differs.
"""
import hashlib
import json
import sys


def lines_of(path):
    with open(path, encoding='utf-8') as file:
        for text in file:
            yield json.loads(text)


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def event_hash(before, row):
    """A table's event: the hash before it, then six fields with bars between them."""
    fields = [row['table'], row['seq'], row['epoch'], row['atMs'], row['kind'], row['payload']]
    return sha256(bytes.fromhex(before) + '|'.join(fields).encode('utf-8'))


def batch_hash(before, row):
    """A batch of steps of solo games: the hash before it, then four fields with bars between."""
    fields = [row['chain'], row['seq'], row['atMs'], row['payload']]
    return sha256(bytes.fromhex(before) + '|'.join(fields).encode('utf-8'))


def action_hash(before, row):
    """A staff action: the hash before it, then eleven fields, each with its length in bytes."""
    texts = []
    for field in [row['seq'], *row['fields']]:
        if field is None:
            texts.append('-')
        else:
            texts.append(f"{len(field.encode('utf-8'))}:{field}")
    return sha256(bytes.fromhex(before) + ','.join(texts).encode('utf-8'))


def bet_text(row):
    """One command: `7 0198a3f0-… place {punto,egalite} {normal,normal} {500,100}`."""
    lists = ['{' + ','.join(row[name]) + '}' for name in ('spots', 'modes', 'amounts')]
    return ' '.join([row['player'], row['bet'], row['kind'], *lists])


# The events that have a batch of bets, and the field that says how many it has.
BATCHES = {'bets_accepted': 'bets', 'stakes_taken': 'voided'}

LINES = {
    'event': ('table', event_hash, 'events'),
    'batch': ('chain', batch_hash, 'soloBatches'),
    'action': ('', action_hash, 'actions'),
}


def main(logs, bets):
    report = {'events': 0, 'actions': 0, 'soloBatches': 0, 'anchors': 0, 'batches': 0, 'bets': 0, 'differs': []}
    batches = {}
    for row in lines_of(bets):
        if row['line'] != 'bet':
            continue
        batches.setdefault((row['table'], row['seq']), []).append(row)
        report['bets'] += 1
    last, anchors = {}, {}
    for row in lines_of(logs):
        if row['line'] == 'anchor':
            anchors[row['table'], row['seq']] = row['hash']
            continue
        if row['line'] not in LINES:
            continue
        is_event = row['line'] == 'event'
        log, make, counted = LINES[row['line']]
        log = row.get(log, '@staff')
        last[log] = made = make(last.get(log, ''), row)
        report[counted] += 1
        if made != row['hash']:
            report['differs'].append([log, row['seq'], 'hash'])
        if (log, row['seq']) in anchors:
            report['anchors'] += 1
            if anchors.pop((log, row['seq'])) != made:
                report['differs'].append([log, row['seq'], 'anchor'])
        if is_event and row['kind'] in BATCHES:
            payload = json.loads(row['payload'])
            batch = sorted(batches.pop((log, row['seq']), []), key=lambda each: int(each['account']))
            digest = sha256('\n'.join(map(bet_text, batch)).encode('utf-8'))
            report['batches'] += 1
            if len(batch) != payload[BATCHES[row['kind']]] or digest != payload['digest']:
                report['differs'].append([log, row['seq'], 'digest'])
    report['differs'] += [[table, seq, 'no batch'] for table, seq in batches]
    report['differs'] += [[log, seq, 'no row'] for log, seq in anchors]
    print(json.dumps(report))


if __name__ == '__main__':
    main(*sys.argv[1:])
