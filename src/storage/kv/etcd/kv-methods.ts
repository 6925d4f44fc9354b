import protobuf from 'protobufjs';
import type { Method } from './unary-call.ts';

/*
 * The two calls that nearly all traffic is made of, with what is asked and read of them here; the numbers are those of
 * etcd's `rpc.proto` and `kv.proto`. What is not named is neither sent nor read: whoever needs another field of a
 * request has to name it here.
 */
const definitions = protobuf.parse(
  `syntax = "proto3";
  message Header { int64 revision = 3; }
  message KeyValue { bytes key = 1; int64 create_revision = 2; int64 mod_revision = 3; bytes value = 5; }
  message Range {
    bytes key = 1; bytes range_end = 2; int64 limit = 3; int64 revision = 4; bool keys_only = 8; bool count_only = 9;
  }
  message RangeAnswer { Header header = 1; repeated KeyValue kvs = 2; bool more = 3; int64 count = 4; }
  message Compare {
    enum Result { Equal = 0; }
    enum Target { Version = 0; Create = 1; Mod = 2; }
    Result result = 1; Target target = 2; bytes key = 3; int64 create_revision = 5; int64 mod_revision = 6;
  }
  message Put { bytes key = 1; bytes value = 2; int64 lease = 3; }
  message Delete { bytes key = 1; }
  message Operation { Range request_range = 1; Put request_put = 2; Delete request_delete_range = 3; }
  message Txn { repeated Compare compare = 1; repeated Operation success = 2; repeated Operation failure = 3; }
  message Outcome { RangeAnswer response_range = 1; }
  message TxnAnswer { Header header = 1; bool succeeded = 2; repeated Outcome responses = 3; }`,
  { keepCase: true },
).root;

const method = (path: string, request: string, answer: string): Method<object, unknown> => {
  const asked = definitions.lookupType(request);
  const answered = definitions.lookupType(answer);
  return {
    path: `/etcdserverpb.KV/${path}`,
    requestSerialize: (value) => asked.encode(asked.fromObject(value)).finish() as Buffer,
    responseDeserialize: (bytes) => answered.decode(bytes),
  };
};

export const range = method('Range', 'Range', 'RangeAnswer');
export const txn = method('Txn', 'Txn', 'TxnAnswer');
