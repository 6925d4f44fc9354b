/** Addresses of a network that nothing else is on: they are the same in every cluster. */
export const addresses = {
  control: '172.30.0.10',
  nodes: ['172.30.0.11', '172.30.0.12'],
  pods: '10.200.0.0/16',
  services: '10.100.0.0/16',
  /** Of the Service of the server. */
  service: '10.100.0.1',
} as const;

export const serverPort = 6443;
export const nodeNames = ['node-1', 'node-2'] as const;
export type NodeName = (typeof nodeNames)[number];
