import protobuf from 'protobufjs';
import { expect, it } from 'vitest';
import { definitions } from '../../../test/support/unit/protobuf-structs.ts';
import { ProtobufEncoder } from '../../api/codec/protobuf/encode.ts';
import { decodeEnvelope } from '../../api/codec/protobuf/envelope.ts';
import { type DiscoveryDocument, DiscoveryEncoder } from './binary.ts';

/** The messages that clients have. */
const messages = `
  syntax = "proto2";
  message APIVersions { repeated string versions = 1; repeated Address serverAddressByClientCIDRs = 2; }
  message Address { optional string clientCIDR = 1; optional string serverAddress = 2; }
  message APIGroupList { repeated APIGroup groups = 1; }
  message APIGroup { optional string name = 1; repeated Version versions = 2; optional Version preferredVersion = 3; }
  message Version { optional string groupVersion = 1; optional string version = 2; }
  message APIResourceList { optional string groupVersion = 1; repeated APIResource resources = 2; }
  message APIResource {
    optional string name = 1; optional bool namespaced = 2; optional string kind = 3; optional Verbs verbs = 4;
    repeated string shortNames = 5; optional string singularName = 6; repeated string categories = 7;
    optional string group = 8; optional string version = 9; optional string storageVersionHash = 10;
  }
  message Verbs { repeated string items = 1; }`;
const { root } = protobuf.parse(messages, { keepCase: true });
const encoder = new DiscoveryEncoder(new ProtobufEncoder(), definitions().structs);

const version = { groupVersion: 'apps/v1', version: 'v1' };
const group = { name: 'apps', versions: [version], preferredVersion: version };
const pods = { name: 'pods', singularName: '', namespaced: true, kind: 'Pod', verbs: ['get', 'list'] };

it.each<[string, DiscoveryDocument, object]>([
  [
    'APIVersions, without a version of its own',
    {
      kind: 'APIVersions',
      versions: ['v1'],
      serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: '127.0.0.1:1' }],
    },
    {},
  ],
  ['APIGroupList', { kind: 'APIGroupList', apiVersion: 'v1', groups: [group] }, {}],
  ['APIGroup', { kind: 'APIGroup', apiVersion: 'v1', ...group }, {}],
  [
    'APIResourceList, whose verbs are a message',
    { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: 'v1', resources: [pods] },
    { resources: [expect.objectContaining({ ...pods, verbs: { items: ['get', 'list'] } })] },
  ],
])('%s', (_, document, different) => {
  const { kind, apiVersion, raw } = decodeEnvelope(encoder.encode(document));
  expect({ kind, apiVersion }).toEqual({ kind: document.kind, apiVersion: document.apiVersion ?? '' });
  const type = root.lookupType(kind);
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = document;
  expect(type.toObject(type.decode(raw))).toMatchObject({ ...rest, ...different });
});
