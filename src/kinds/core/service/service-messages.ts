import { GoText, goList } from '../../../api/go-format/go-syntax.ts';
import type { CoreV1ServicePort } from '../../../api/schema/types.gen.ts';
import { goQuote } from '../../../util/quote.ts';
import { joinTruncated, truncatedJson } from '../../../util/truncate.ts';
import { goIntOrPercent } from '../../shared/workload/int-or-percent.ts';

/* Values of a Service as messages show them: people search for these texts. */

export const shownAddresses = (addresses: readonly string[] | undefined): GoText =>
  goList('string', whenAny(addresses));

export const shownFamilies = (families: readonly string[] | undefined): GoText =>
  goList('core.IPFamily', whenAny(families));

/** An empty list is as good as none: that is how it is kept. */
const whenAny = (list: readonly string[] | undefined): readonly string[] | undefined =>
  list?.length ? list : undefined;

type Shown = Partial<Pick<CoreV1ServicePort, 'name' | 'protocol' | 'port' | 'targetPort' | 'nodePort'>>;

export const shownPort = (port: Shown): GoText => new GoText(portText(port), truncatedJson(portJson(port)));

/** The struct knows no names for JSON. */
const portJson = ({ name = '', protocol = '', port = 0, targetPort = 0, nodePort = 0 }: Shown) => ({
  Name: name,
  Protocol: protocol,
  AppProtocol: null,
  Port: port,
  TargetPort: targetPort,
  NodePort: nodePort,
});

/** The protocol of an application would be an address of memory: with one it is the ports as they are. */
export function shownPorts(ports: readonly CoreV1ServicePort[]): unknown {
  if (ports.some(({ appProtocol }) => appProtocol !== undefined)) return ports;
  return new GoText(`[]core.ServicePort{${joinTruncated(ports, ', ', portText)}}`);
}

function portText({ name = '', protocol = '', port = 0, targetPort = 0, nodePort = 0 }: Shown): string {
  const fields = [
    `Name:${goQuote(name)}`,
    `Protocol:${goQuote(protocol)}`,
    'AppProtocol:(*string)(nil)',
    `Port:${port}`,
    `TargetPort:${goIntOrPercent(targetPort).text}`,
    `NodePort:${nodePort}`,
  ];
  return `core.ServicePort{${fields.join(', ')}}`;
}
