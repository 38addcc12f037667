/**
 * What docs/protocol.md says in whole sentences, before the tables that are written from the
 * schemas.
 */

export const INTRODUCTION = `# The protocol

_Written by \`npm run docs\` from the schemas in \`src/protocol\`; change those, not this page._

Players, dealers and the pit speak with the studio over [socket.io 4](https://socket.io/docs/v4/), in JSON. There are three
namespaces: \`/player\` for players, \`/dealer\` for the dealer's desk, a bare scanner, and the shift manager behind them, \`/pit\` for the
shift manager and for those who check. What goes over HTTP (the list of tables, the paytable, a player's own history, statement and settings; the
staff's sign-in and accounts, and what the pit reads; in the demo, the logins) is described by the studio itself under \`/docs\`.`;

export const CONNECTING = `## Connecting

The handshake carries a token that says who connects and in which role: \`io(url + '/player', { auth: { token } })\`. Tokens are
JWTs signed with the studio's key (HS256, issuer \`sabot\`, with an expiry): \`sub\` is the player's number or the staff member's id,
\`role\` one of those that the commands name. A token of the staff is believed only while the studio has an account of that id in that
role, and it is not disabled. A connection that is refused gets socket.io's \`connect_error\` with one of the
[refusals of a connection](#refusals-of-a-connection) as its message.

Recovery by socket.io is switched off: a table's own numbers do it better (see [the order](#the-order-of-messages)). A client whose
connection is lost tries again with growing delays of 500 to 1,500 ms, and then joins its tables again.

A player has one connection: the next one closes the last, which is told why by \`session:closed\`, as is one whose token has expired.
Such a client does not come back by itself. One of the staff may have as many as there are desks; each is cut within a second of
the token's end, of the account being disabled or of its role being changed, and told so by \`staff:closed\`.`;

export const CONVERSATION = `## Commands and answers

A command is an event with one object and an acknowledgement: \`socket.emit('bet:place', request, (reply) => …)\`. Every command is
answered, always, and only after what it did is committed:

- \`{ "ok": true, … }\` with the fields of its reply, or
- \`{ "ok": false, "refusal": "stake_above_maximum" }\`: a word from a closed list. A \`malformed_message\` also has \`at\`, the path of the
  first field that does not fit.

A field that the schema does not name makes a message malformed. Of several reasons for a refusal the first in its list is given; a
refused command has changed nothing.`;

export const ORDER = `## The order of messages

Every table keeps one log, and its events are numbered by \`seq\`, one after the other. Not every event is for every audience
(player, dealer, pit), so each [table message](#table-messages) also names in \`prev\` the message before it that the same audience
was sent. That is all a client needs to miss nothing, take nothing twice, and know it:

1. Join with \`table:join\` (staff: \`table:watch\`). The reply brings a [snapshot](#snapshot); remember its \`seq\` as your last.
   Keep messages that arrive before the reply until it is there.
2. A message whose \`prev\` is your last is the next one: take it, and remember its \`seq\`.
3. A message whose \`seq\` is not above your last is one that you have: drop it.
4. Any other \`prev\` means that something was missed. Join again with \`afterSeq\`, your last: the reply has either the messages
   since in \`missed\`, or, where they are no longer at hand, a new \`snapshot\`. The same holds after a reconnect.

A bet stands if and only if the \`seq\` of its reply is below that of the round's \`betting_closed\`. Times are the studio's: the
reply to a join has its clock as \`nowMs\`, from which a client works out how far its own is off.`;

export const RETRIES = `## When an answer does not arrive

A betting command carries a \`betId\`, a UUID that the client chooses, once for each command. Where the answer is missing (a lost
connection, a timeout, \`internal_error\`), send the same command again under the same \`betId\`: it stands once, and the first answer
comes again. The same id with another content is refused, \`bet_id_reused\`. For a round that is over, [bet:find](#betfind) tells whether
the command stood. \`session:buy-in\`, \`session:withdraw\` and \`session:cash-out\` carry a \`key\` that works the same way, and so does
whatever is written in the chat and to support.

A scanner numbers its scans with \`scanSeq\`, one more each time. The last scan may be sent again: it is answered the same again. Any
other number than the next is refused, \`scan_out_of_order\`; \`lastScanSeq\` of the snapshot says where to go on.`;

export const STAFF = `## Who of the staff may do what

The staff sign in with a badge and a PIN or password: \`POST /staff/sign-in\` with \`{ "badge", "pin" }\` is answered with a token, who it is,
and when it expires. Wrong ones are refused \`wrong_badge_or_pin\`, whichever of the two is wrong; after five in a row the account is \`locked\` for
15 minutes (until \`untilMs\`), whatever is tried then. An account is opened by an administrator, the first one by \`npm run staff\`; its PIN is
made up and told once, and whoever it is for chooses another by \`POST /staff/me/pin\`.

Whatever is not in this table the staff may not do; every cell of it is tried by a test. A \`·\` is refused \`not_allowed\`. What is
done and matters is kept for good, with who, when, why, before and after: \`GET /staff/actions\`.`;

export const NOTATIONS = `## Notations

| | | |
| --- | --- | --- |
| card | \`9h\` \`Td\` \`As\` | rank \`A 2 … 9 T J Q K\`, then suit \`s h d c\` |
| coup | \`P 2h Kd 5s . B 4c Ks 7d\` | each side's cards, its third card last |
| bead | \`P6\` \`B8nb\` \`E7p\` | the winner (\`E\`: Egalité) and its total, then \`n\` for a natural, \`p\` and \`b\` for a pair of Punto's or Banco's |
| scanner's code | \`KH\` \`Kh\` \`CUT\` | a face, or the cut card |

Money is always a string of digits that counts minor units: \`"1050"\` is 10.50 where the currency has cents.`;
