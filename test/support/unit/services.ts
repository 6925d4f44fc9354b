import { service } from '../../../src/kinds/core/service/index.ts';
import { Bench, dependencies, metadata, type Written } from './kinds.ts';

/** What the tests of Services say often. */

export const base = { metadata: metadata('web'), spec: { ports: [{ port: 80 }] } };
export const bench = new Bench(service(dependencies), base);
export const spec = (change: Written): Written => ({ spec: change });
export const balancer = (change: Written = {}) => spec({ type: 'LoadBalancer', ...change });
export const ip = '10.0.0.1';
export const ip6 = 'fd00::1';
export const one = { clusterIP: ip, clusterIPs: [ip] };
export const two = { clusterIP: ip, clusterIPs: [ip, ip6] };
export const headless = { clusterIP: 'None', clusterIPs: ['None'] };
export const outside = { type: 'ExternalName', externalName: 'example.com' };
export const port = 'spec.ports[0]';
export const ports = (...list: Written[]): Written => spec({ ports: list });
