/** HTTP of the studio as OpenAPI 3.1: its own routes, and what it asks of operators. */
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { VERSION } from '../version.js';
import { openApi } from '../platform/open-api.js';
import { refusedRequest } from '../protocol/http.js';
import { webhookCalls } from '../protocol/operator-feeds.js';
import {
  WALLET_REQUESTS,
  type WalletVerb,
  walletAnswer,
  walletStatement,
} from '../protocol/wallet.js';

type Described = NonNullable<OpenAPIObject['paths'][string]['get']>;

const ABOUT = `HTTP of the studio. [The sockets](docs/sockets) have a page of their own, and are
described as [AsyncAPI 3](docs/asyncapi.json). This description itself is [OpenAPI 3.1](docs-json).`;

const SIGNATURE = `By RFC 9421, with Ed25519 and a key of the operator's, or with HMAC-SHA256 and a
secret that it shares with the studio: \`Signature-Input\` goes with it, and \`Content-Digest\` where there is a body.`;

export const httpDescription = (app: INestApplication): OpenAPIObject => {
  const about = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Sabot')
    .setVersion(VERSION)
    .setDescription(ABOUT)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addBearerAuth()
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'Signature', description: SIGNATURE },
      'signature',
    )
    .addGlobalResponse({
      description: 'refused',
      schema: openApi(refusedRequest),
      headers: REFUSED,
    })
    .build();
  const document = SwaggerModule.createDocument(app, {
    ...about,
    webhooks: { ...walletRequests(), ...pushedFeeds() },
  });
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const method of METHODS) describeHeaders(path, methods[method]);
  }
  return document;
};

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const NOT_CACHED = {
  description: 'wherever somebody signs in, or is signed in',
  schema: { type: 'string', const: 'no-store' },
};
const AGAIN = {
  description: 'of `studio_is_busy`: in how many seconds to ask again',
  schema: { type: 'integer', minimum: 1 },
};
const AS_A_FILE = {
  description: 'a file to be saved, with its name where it has one',
  schema: { type: 'string', pattern: '^attachment(; filename="[^"]+")?$' },
};

/** A refusal that a route describes by itself carries them as any other does. */
const REFUSED = { 'Cache-Control': NOT_CACHED, 'Retry-After': AGAIN };

/** What an answer carries besides its body, and a caller may go by. */
const describeHeaders = (path: string, route: Described | undefined): void => {
  const isOfSomebody = (route?.security ?? []).length > 0;
  for (const [status, response] of Object.entries(route?.responses ?? {})) {
    if (response === undefined || '$ref' in response) continue;
    const isGiven = status.startsWith('2');
    const headers = {
      ...(!isGiven && REFUSED),
      ...(isGiven && isOfSomebody && { 'Cache-Control': { ...NOT_CACHED, required: true } }),
      // Of a file that is refused, too.
      ...(/\.(csv|json)$/.test(path) && {
        'Content-Disposition': { ...AS_A_FILE, required: isGiven },
      }),
    };
    if (Object.keys(headers).length > 0) Object.assign(response, { headers });
  }
};

const ASKED: Readonly<Record<WalletVerb, string>> = {
  open: 'A player comes in by a launch that has a `session`: whether that holds.',
  balance: 'What the player has.',
  debit:
    'Takes `total` from the player for a session, or for the stakes of a round. What was refused stays refused.',
  credit:
    'Gives `total` of a session back, or what a round has paid. It may not be refused, and is decided anew when it comes again.',
  cancel:
    'Undoes the debit `refers`, whether it has come or not. It may not be refused, and is decided anew when it comes again.',
  adjust:
    'A round was corrected: gives `total`, or takes it where it is below zero. What was refused is decided anew when it comes again.',
  tip: 'The player gives a dealer `total`: in session mode of what was brought, in seamless mode it takes.',
  notice: 'What the player has answered to a `notice` of the wallet’s. It moves nothing.',
  movements: 'Lists what the wallet has booked, in that order.',
};

/** `POST CALLBACK/VERB`, signed by the studio, and answered by a signed verdict. */
const walletRequests = (): NonNullable<OpenAPIObject['webhooks']> =>
  Object.fromEntries(
    Object.entries(WALLET_REQUESTS).map(([verb, request]) => {
      const answer = verb === 'movements' ? walletStatement : walletAnswer;
      const post = {
        operationId: `wallet_${verb}`,
        tags: ['wallet of an operator'],
        summary: ASKED[verb as WalletVerb],
        security: [{ signature: [] }],
        requestBody: { required: true, content: jsonOf(openApi(request)) },
        responses: { 200: { description: 'a verdict, signed', content: jsonOf(openApi(answer)) } },
      };
      return [verb, { post }];
    }),
  );

/** `POST` to an operator's webhook, signed by the studio, and taken by any status 2xx. */
const pushedFeeds = (): NonNullable<OpenAPIObject['webhooks']> =>
  Object.fromEntries(
    Object.entries(webhookCalls).map(([feed, call]) => {
      const post = {
        operationId: `webhook_${feed}`,
        tags: ['webhook of an operator'],
        summary: `Lines of the feed \`${feed}\`, in their order, at least once.`,
        security: [{ signature: [] }],
        requestBody: { required: true, content: jsonOf(openApi(call)) },
        responses: { 204: { description: 'taken: any status 2xx' } },
      };
      return [`webhook_${feed}`, { post }];
    }),
  );

const jsonOf = (schema: ReturnType<typeof openApi>) => ({ 'application/json': { schema } });
