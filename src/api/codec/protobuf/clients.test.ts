import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { testedRelease } from '../../../../test/support/release.ts';
import { hex } from '../../../../test/support/unit/protobuf-structs.ts';
import { dialects } from '../../meta/dialect.ts';
import { loadDefinitions } from '../../schema/load.ts';
import type { StructSchema } from '../../schema/schema.ts';
import { Normalizer } from '../normalizer.ts';
import { decodeMessage } from './decode.ts';
import { ProtobufEncoder } from './encode.ts';
import { decodeEnvelope, encodeEnvelope } from './envelope.ts';

/** Bodies as kubectl 1.33 sent them, recorded; the objects that they were made from. */
const recorded = [
  {
    command: 'create deployment web --image=nginx:1.3 --replicas=3 --port=80',
    body: `
      6b3873000a150a07617070732f7631120a4465706c6f796d656e7412bc010a1f0a0377656212001a0022002a00320038004200
      5a0a0a036170701203776562128a010803120c0a0a0a0361707012037765621a700a1c0a0012001a0022002a00320038004200
      5a0a0a036170701203776562125012320a056e67696e7812096e67696e783a312e332a00320a0a001000185022002a0042006a
      007200800100880100900100a201001a00320042004a0052005800600068008201008a01009a0100c2010022020a0028003800
      1a0c0800100018002000280038001a002200`,
    object: {
      metadata: { name: 'web', creationTimestamp: null, labels: { app: 'web' } },
      spec: {
        replicas: 3,
        selector: { matchLabels: { app: 'web' } },
        template: {
          metadata: { creationTimestamp: null, labels: { app: 'web' } },
          spec: {
            containers: [
              { name: 'nginx', image: 'nginx:1.3', ports: [{ containerPort: 80 }], resources: {} },
            ],
          },
        },
        strategy: {},
      },
      status: {},
    },
  },
  {
    command: 'create service nodeport web --tcp=80:http --node-port=31000',
    body: `
      6b3873000a0d0a027631120753657276696365126d0a1f0a0377656212001a0022002a003200380042005a0a0a036170701203
      77656212460a200a0738302d6874747012035443501850220a080110001a04687474702898f201120a0a036170701203776562
      1a0022084e6f6465506f72743a00420052005a00600068001a020a001a002200`,
    object: {
      metadata: { name: 'web', creationTimestamp: null, labels: { app: 'web' } },
      spec: {
        ports: [{ name: '80-http', protocol: 'TCP', port: 80, targetPort: 'http', nodePort: 31000 }],
        selector: { app: 'web' },
        type: 'NodePort',
      },
      status: { loadBalancer: {} },
    },
  },
  {
    command: 'create quota q --hard=cpu=1500m,memory=1Gi,pods=10',
    body: `
      6b3873000a130a027631120d5265736f7572636551756f746112460a110a017112001a0022002a00320038004200122f0a0e0a
      0363707512070a05313530306d0a0f0a066d656d6f727912050a033147690a0c0a04706f647312040a0231301a001a002200`,
    object: {
      metadata: { name: 'q', creationTimestamp: null },
      spec: { hard: { cpu: '1500m', memory: '1Gi', pods: '10' } },
      status: {},
    },
  },
  {
    command: 'create secret generic s --from-literal=k=v',
    body: '6b3873000a0c0a0276311206536563726574121d0a110a017312001a0022002a0032003800420012060a016b1201761a001a002200',
    object: { metadata: { name: 's', creationTimestamp: null }, data: { k: 'dg==' } },
  },
];

/** Definitions as that client has them: clusterName was dropped in 1.24. */
function clientDefinitions() {
  const directory = fileURLToPath(new URL('../../../../api-definitions', import.meta.url));
  const given = loadDefinitions(directory, dialects[0]!, testedRelease);
  const metadata = given.structs.get('meta.v1.ObjectMeta')! as StructSchema & { fields: unknown[] };
  const at = metadata.fields.findIndex(({ name }) => name === 'clusterName');
  metadata.fields.splice(at, 1);
  return given;
}

test.each(recorded)(
  'the body of kubectl $command is decoded, and encoded to the same bytes',
  ({ body, object }) => {
    const bytes = hex(body);
    const { apiVersion, kind, raw } = decodeEnvelope(bytes);
    const { schema } = clientDefinitions().kinds.find((candidate) => candidate.kind === kind)!;
    const normalized = new Normalizer().normalize(decodeMessage(raw, schema), schema);
    expect(normalized).toEqual(object);
    const written = encodeEnvelope(apiVersion, kind, new ProtobufEncoder().encode(normalized, schema));
    expect(written.toString('hex')).toBe(bytes.toString('hex'));
  },
);
