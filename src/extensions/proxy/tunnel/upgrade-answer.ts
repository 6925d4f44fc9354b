import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { noAnswer } from '../node/dial-error.ts';

/** Milliseconds in which a backend has to say whether it upgrades. */
const answerTimeout = 60_000;
/** The answer of a backend to an upgrade request; after a 101 there is a socket, and the bytes in `head` came first. */
export interface UpgradeAnswer {
  message: IncomingMessage;
  socket?: Duplex;
  head?: Buffer;
}

/** Sends the request. Rejects when there is no answer in time. */
export function answerTo(outgoing: ClientRequest): Promise<UpgradeAnswer> {
  return new Promise((resolve, reject) => {
    const late = Object.assign(new Error('timeout awaiting response headers'), { code: 'ESILENT' });
    const timer = setTimeout(() => outgoing.destroy(late), answerTimeout);
    const answered = (answer: UpgradeAnswer): void => {
      clearTimeout(timer);
      resolve(answer);
    };
    outgoing
      .once('upgrade', (message, socket, head) => answered({ message, socket, head }))
      .once('response', (message) => answered({ message }))
      .once('close', () => {
        clearTimeout(timer);
        reject(noAnswer());
      })
      .on('error', reject)
      .end();
  });
}
