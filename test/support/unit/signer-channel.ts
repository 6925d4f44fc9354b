/** The channel that the server is put together with, for tests of rooms that are only handed one. */
export { connectSigner } from '../../../src/commands/apiserver/signer-channel.ts';
