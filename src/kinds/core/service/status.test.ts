import { describe, expect, test } from 'vitest';
import { testedRelease } from '../../../../test/support/release.ts';
import type { Written } from '../../../../test/support/unit/kinds.ts';
import { Bench, dependencies } from '../../../../test/support/unit/kinds.ts';
import { balancer, base, bench, ip } from '../../../../test/support/unit/services.ts';

describe('the status', () => {
  const status = (...ingress: Written[]) => ({ status: { loadBalancer: { ingress } } });

  test('only an update of the status writes the addresses of a load balancer', () => {
    expect(bench.create(status({ ip })).object.status).toEqual({ loadBalancer: {} });
    expect(bench.update(balancer(), { ...balancer(), ...status({ ip }) }).object.status).toEqual({
      loadBalancer: { ingress: [{ ip }] },
    });
    expect(bench.update({}, { ...balancer(), ...status({ ip }) }).object.status).toEqual({
      loadBalancer: {},
    });
  });

  test.each<[string, Written, string[]]>([
    ['an address', { ip }, []],
    ['what is no address', { ip: 'x' }, ['.ip: Invalid value: "x": must be a valid IP address']],
    ['what is no name', { hostname: 'a_b' }, [expect.stringContaining('.hostname: Invalid value: "a_b"')]],
    [
      'an address for a name',
      { hostname: ip },
      [`.hostname: Invalid value: "${ip}": must be a DNS name, not an IP address`],
    ],
  ])('says where: %s', (_, ingress, errors) => {
    const prefix = 'status.loadBalancer.ingress[0]';
    expect(bench.updateStatus(status(ingress)).errors.map((text) => text.replace(prefix, ''))).toEqual(
      errors,
    );
  });

  test('knows nothing of mixed protocols', () => {
    const change = {
      status: { conditions: [{ type: 'a' }], loadBalancer: { ingress: [{ ip, ports: [{ port: 1 }] }] } },
    };
    const gated = new Bench(bench.rules, base, testedRelease, dependencies.gates);
    expect(gated.updateStatus(change).object.status).toEqual({ loadBalancer: { ingress: [{ ip }] } });
    expect(gated.updateStatus(change, change).object.status).toHaveProperty('conditions');
  });
});
