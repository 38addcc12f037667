/**
 * What docs/protocol.md says in whole sentences, before the tables that are written from the
 * schemas.
 */

export const INTRODUCTION = `# The protocol

_Written by \`npm run docs\` from the schemas in \`src/protocol\`; change those, not this page._

Players, dealers and the pit talk to the studio over [socket.io 4](https://socket.io/docs/v4/), in JSON.
There are four namespaces. \`/player\` is for players, and \`/solo\` beside it for their solo games. \`/dealer\` is for the dealer's desk, for a scanner
without a desk, and for the shift manager who stands in. \`/pit\` is for the shift manager and for those
who check.

The studio itself describes what goes over HTTP under \`/docs\` of the operator’s port: the list of tables, the paytable, a
player's own history, statement and settings, the staff's sign-in and accounts, and what the pit reads.
In the demo these are also the logins. This page is there as \`/docs/sockets\`, and as AsyncAPI 3 under \`/docs/asyncapi.json\`.`;

export const CONNECTING = `## Connecting

The handshake carries a token that says who connects and in which role: \`io(url + '/player', { auth: { token } })\`. Tokens are
JWTs that the studio itself has signed (HS256, issuer \`sabot\`, with an expiry), by a key for players,
another for the staff and another for devices. \`sub\` is the player's number or the staff member's id. \`role\` is one of those that the commands name. A token of the staff is
valid only while the studio has an account of that id in that role, and the account is not disabled. One
of a player holds for twelve hours, and no longer than until the player signs in again (a launch that is used,
a login of the demo), leaves (\`POST /me/sign-out\`), or the operator ends the session: it has the \`generation\` of its
sign-in, and only the last one of the player's counts, by socket and by HTTP. One that the version before has signed has none, and
holds until it expires; the next version refuses it. A
connection that is refused gets socket.io's \`connect_error\` with one of the
[refusals of a connection](#refusals-of-a-connection) as its message. A namespace that there is not
gets \`Invalid namespace\`, which is socket.io's own.

A line carries one namespace, but for \`/solo\` beside \`/player\`. Where one program uses several, as
\`/dealer\` and \`/pit\`, give each a line of its own by \`forceNew: true\`: without it \`io\` puts
them on one, and the studio cuts a line that asks for a second namespace, each time it comes back.

Recovery by socket.io is switched off, because a table's own numbers do it better (see
[the order](#the-order-of-messages)). A client whose connection is lost tries again with growing delays
of 500 to 1,500 ms, and then joins its tables again.

A player has one connection. The next one closes the last, and so does the end of its token, within 15 s
where nobody connects with another one. The closed
connection gets the reason in \`session:closed\`, and its client does not come back by itself, but with
another token where the last one has expired. A staff
member may have as many connections as there are desks. Each is cut within a second of the token's end,
of the account being disabled, or of its role being changed. It gets the reason in \`staff:closed\`.`;

export const CONVERSATION = `## Commands and answers

A command is an event with one object and an acknowledgement: \`socket.emit('bet:place', request, (reply) => …)\`. Every command within
what [may be sent](#how-much-may-be-sent) is answered, and only after what it did is committed:

- \`{ "ok": true, … }\` with the fields of its reply, or
- \`{ "ok": false, "refusal": "stake_above_maximum" }\`: a word from a closed list. A \`malformed_message\` also has \`at\`, the path of the
  first field that does not fit, or that the schema does not name.

A field that the schema does not name makes a message malformed. Where several reasons for a refusal
apply, the first in the list is given. A refused command has moved no money, and dealt no card.
A refused scan may be kept all the same: where \`scan_refused\` tells the staff of it, its \`scanSeq\`
is used up, and the table is suspended if it shows a fault of the game.

### How much may be sent

A caller may send 20 messages a second, and 60 at once, over all connections together. What is beyond
that was not read, and is answered \`too_many_messages\`; 1,000 of those in a row close the connection. A
studio may set other numbers. A message holds at most 16 KB. A longer one is not answered: it closes
the connection, with WebSocket's code 1009.`;

export const ORDER = `## The order of messages

Every table keeps one log, and its events are numbered by \`seq\`, one after the other. Not every event
is for every audience (player, dealer, pit). So each [table message](#table-messages) also names in
\`prev\` the message before it that the same audience was sent. With these two numbers a client can make
sure that it misses nothing and takes nothing twice:

1. Join with \`table:join\` (staff: \`table:watch\`). The reply brings a [snapshot](#snapshot). Remember its \`seq\` as your last.
   Keep messages that arrive before the reply until it is there.
2. A message whose \`prev\` is your last is the next one. Take it, and remember its \`seq\`.
3. A message whose \`seq\` is not above your last is one that you have. Drop it.
4. Any other \`prev\` means that something was missed. Join again with \`afterSeq\`, your last. The reply
   has either the messages since then in \`missed\` or, where they are no longer kept, a new \`snapshot\`.
   The same holds after a reconnect.
5. Numbers count within a \`timeline\`, which the reply names: the studio's database may have been
   restored, and the same numbers come again. Send it with \`afterSeq\`. Without it the first one is
   meant, and after a restore every join brings a snapshot.
6. A message whose \`kind\` you do not know comes from a later version of the studio. You cannot
   work out what it makes of the table: join again without \`afterSeq\`, and go on from the snapshot.

A bet stands if and only if the \`seq\` of its reply is below that of the round's
\`betting_closed\`. Times are the studio's. The reply to a join has its clock as \`nowMs\`, from which a
client works out how far its own is off.`;

export const RETRIES = `## When an answer does not arrive

A betting command carries a \`betId\`, a UUID that the client chooses, once for each command. Where the
answer is missing (a lost connection, a timeout, \`internal_error\`), send the same command again under
the same \`betId\`. It stands once, and the first answer comes again. The same id with other content is
refused: \`bet_id_reused\`. For a round that is over, [bet:find](#betfind) says whether the command
stood; while it may still come to stand the answer is \`not_known_yet\`, and it is asked again. \`session:buy-in\`, \`session:withdraw\` and \`session:cash-out\` carry a \`key\` that works the
same way. So does whatever is written in the chat and to support.

A scanner numbers its scans with \`scanSeq\`, one more each time. The last scan may be sent again, and
gets the same answer. Any number but the next is refused: \`scan_out_of_order\`. A refused scan has used its number up,
where \`scan_refused\` reports it. \`lastScanSeq\` of the
snapshot says where to go on.`;

export const STAFF = `## Who of the staff may do what

The staff sign in with a badge and a PIN or password. \`POST /staff/sign-in\` with
\`{ "badge", "pin" }\` is answered with a token, who it is for, and when it expires. Wrong ones are refused
\`wrong_badge_or_pin\`, whichever of the two is wrong. After five in a row the badge is \`locked\` for
five seconds (until \`untilMs\`), then for twice as long each time, a minute at most, whatever is tried
then and whether anybody has that badge or not. That holds for the network that they came from: an
address, or a /64 of IPv6. After fifty in a row from wherever it is locked in the same way for every
network that the badge has not signed in from within 90 days. An administrator opens the accounts, the first
one by \`npm run staff\`. The PIN of a new account is made up and given once. Its owner chooses another
by \`POST /staff/me/pin\`, which ends every sign-in by the old one. \`POST /staff/me/sign-out\` ends every
sign-in of whoever asks; while they deal at a table other than \`table\`, that of their desk, all of them hold.

What is not in this table the staff may not do. A test tries every cell of it. A \`·\` is refused:
\`not_allowed\`. Every action that matters is kept for good, with who, when, why, before and after:
\`GET /staff/actions\`.`;

export const NOTATIONS = `## Notations

| | | |
| --- | --- | --- |
| card | \`9h\` \`Td\` \`As\` | rank \`A 2 … 9 T J Q K\`, then suit \`s h d c\` |
| coup | \`P 2h Kd 5s . B 4c Ks 7d\` | each side's cards, its third card last |
| bead | \`P6\` \`B8nb\` \`E7p\` | the winner (\`E\`: Egalité) and its total, then \`n\` for a natural, \`p\` and \`b\` for a pair of Punto's or Banco's |
| scanner's code | \`KH\` \`Kh\` \`CUT\` | a face, or the cut card |

Money is always a string of digits that counts minor units: \`"1050"\` is 10.50 where the currency has cents.`;

export const SOLO = `## Solo games: \`/solo\`

A second namespace on the connection of \`/player\`, of the same player: \`player.io.socket('/solo', { auth: { token } })\`, so that both are
on one socket.io manager. Without \`/player\` nobody comes in (\`not_allowed\`), and where \`/player\` ends, \`/solo\` does. The session and its
credit are those of \`/player\`.

\`hand:open\` gives the hand that the player has in a game: the one in play, or the next one with the **commitment** to its deck
([fair-deal.md](fair-deal.md)). Each command names its hand, its \`step\`, and an \`id\` of its own. It is answered when it is committed, with all events of the
hand; \`from\` says which are new. A command that is sent again under its id gets its first answer. One that comes too
late is refused \`wrong_step\`. When the hand is over, the answer shows what was committed to (\`opening\`), and \`next\` is the hand after it.
The games are in [solo-games.md](solo-games.md).`;
