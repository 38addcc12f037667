/** The tests see what is said on a line and the description of the sockets does not say. */
import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it } from 'vitest';
import { holdToDescription } from '../kit/described.js';

const BEAT = { table: 'pb-1', nowMs: 1 };
const LEFT = '2/player,7["table:leave",{"table":"pb-1"}]';

let line: EventEmitter;
let faults: string[];
beforeEach(() => {
  line = new EventEmitter();
  faults = [];
  holdToDescription(line, (fault) => void faults.push(fault));
});
const ask = (data: string): void => void line.emit('packetCreate', { type: 'message', data });
const hear = (data: string): void => void line.emit('packet', { type: 'message', data });
const hearEvent = (name: string, ...bodies: unknown[]): void =>
  hear(`2/player,${JSON.stringify([name, ...bodies])}`);

describe('a message', () => {
  it('that is as described is no fault', () => {
    hearEvent('table:beat', BEAT);
    line.emit('packet', { type: 'ping' });
    hear('0/player,{"sid":"x"}');
    expect(faults).toEqual([]);
  });

  it.each([
    ['has a field more', 'table:beat', { ...BEAT, more: 1 }],
    ['lacks one', 'table:beat', { table: 'pb-1' }],
    ['has another form', 'table:beat', { ...BEAT, nowMs: '1' }],
    ['is of no kind that there is', 'table:pulse', BEAT],
    ['is another namespace’s', 'wall:table', BEAT],
    ['has the name of what every object has', 'constructor', BEAT],
  ])('that %s is one', (_, name, body) => {
    hearEvent(name, body);
    expect(faults).toHaveLength(1);
  });

  it('that says two things is one', () => {
    hearEvent('table:beat', BEAT, BEAT);
    expect(faults).toHaveLength(1);
  });

  it('is one as often as it comes', () => {
    for (let time = 0; time < 2; time += 1) hearEvent('table:beat', { ...BEAT, more: 1 });
    expect(faults).toHaveLength(2);
  });

  it('with bytes in it is one', () => {
    hear('51-/player,["table:beat",{"_placeholder":true,"num":0}]');
    expect(faults).toHaveLength(1);
  });

  it('that only the schema knows to be wrong is one', () => {
    const notice = { id: '1', kind: 'message', actions: [] };
    hearEvent('session:notice', { ...notice, text: 'Hello.' });
    expect(faults).toEqual([]);
    hearEvent('session:notice', { ...notice, text: 'Hel\u0000lo.' });
    expect(faults).toHaveLength(1);
  });
});

describe('an answer', () => {
  it.each([
    ['that is as described', '{"ok":true}', 0],
    ['with a field more', '{"ok":true,"seq":7}', 1],
    ['with a refusal of the command', '{"ok":false,"refusal":"not_joined"}', 0],
    ['with a refusal of any command', '{"ok":false,"refusal":"malformed_message","at":"table"}', 0],
    ['with a refusal of another command', '{"ok":false,"refusal":"betting_is_closed"}', 1],
    ['with no word of how it went', '{}', 1],
  ])('%s', (_, answer, count) => {
    ask(LEFT);
    hear(`3/player,7[${answer}]`);
    expect(faults).toHaveLength(count);
  });

  it('to what is no command is a refusal of any', () => {
    const isNone = '["table:melt",{}]';
    ask(`2/player,8${isNone}`);
    hear('3/player,8[{"ok":false,"refusal":"unknown_command"}]');
    expect(faults).toEqual([]);
    ask(`2/player,9${isNone}`);
    hear('3/player,9[{"ok":true}]');
    expect(faults).toHaveLength(1);
  });

  it('to what was asked with bytes in it is held to its command', () => {
    ask('51-/player,7["table:leave",{"_placeholder":true,"num":0}]');
    hear('3/player,7[{"ok":false,"refusal":"malformed_message"}]');
    expect(faults).toEqual([]);
  });

  it('to what was not asked, or is answered already, is a fault', () => {
    ask(LEFT);
    hear('3/solo,7[{"ok":true}]');
    expect(faults).toHaveLength(1);
    hear('3/player,7[{"ok":true}]');
    hear('3/player,7[{"ok":true}]');
    expect(faults).toHaveLength(2);
  });
});

it('a connection is refused in one of the words for it', () => {
  hear('4/player,{"message":"not_signed_in"}');
  expect(faults).toEqual([]);
  hear('4/player,{"message":"jwt expired"}');
  expect(faults).toHaveLength(1);
});
