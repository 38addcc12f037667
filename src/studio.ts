/** Puts the house together on an HTTP server: for main.ts, and for tests that want a studio of their own. */
import type { NestExpressApplication } from '@nestjs/platform-express';
import { NestFactory } from '@nestjs/core';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import helmet from 'helmet';
import { Logger } from 'nestjs-pino';
import type { Server, ServerOptions } from 'socket.io';
import type { Config } from './config.js';
import { StudioModule } from './studio.module.js';

/** socket.io as the house wants it: a table's own numbers recover what a connection missed, so socket.io's recovery is off. */
class StudioIoAdapter extends IoAdapter {
  override createIOServer(port: number, options?: ServerOptions): Server {
    const server = super.createIOServer(port, {
      ...options,
      perMessageDeflate: false,
      serveClient: false,
      maxHttpBufferSize: 16 * 1024,
      cors: { origin: true },
    } as ServerOptions);
    // Everybody comes in by a namespace with a guard; the one that socket.io opens by itself lets nobody in.
    server.of('/').use((_socket, next) => next(new Error('not_signed_in')));
    return server;
  }
}

export const createStudio = async (config: Config): Promise<NestExpressApplication> => {
  const app = await NestFactory.create<NestExpressApplication>(StudioModule.with(config), {
    bufferLogs: true,
    abortOnError: false,
  });
  app.useLogger(app.get(Logger));
  app.useWebSocketAdapter(new StudioIoAdapter(app));
  app.use(helmet({ contentSecurityPolicy: false }));
  const document = new DocumentBuilder()
    .setTitle('Sabot')
    .setDescription('HTTP of the studio. The sockets are described in docs/protocol.md.')
    .build();
  SwaggerModule.setup('docs', app, () => SwaggerModule.createDocument(app, document));
  return app;
};
