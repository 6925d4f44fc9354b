import { creation } from '../create-object.ts';
import { ingress } from '../objects/ingress.ts';
import {
  disruptionBudget,
  namespace,
  priorityClass,
  quota,
  serviceAccount,
} from '../objects/small-objects.ts';

export const createNamespace = creation({
  usage: 'namespace NAME',
  examples: ['orchctl create namespace team'],
  flags: [],
  make: ({ name }) => namespace(name),
});

export const createServiceAccount = creation({
  usage: 'serviceaccount NAME',
  examples: ['orchctl create serviceaccount robot'],
  flags: [],
  make: ({ name }) => serviceAccount(name),
});

export const createQuota = creation({
  usage: 'quota NAME [--hard=RESOURCE=AMOUNT,...] [--scopes=SCOPE,...]',
  details: 'It limits the resources that a namespace may use.',
  examples: ['orchctl create quota small --hard=cpu=2,memory=4Gi,pods=10'],
  flags: [
    { name: 'hard', type: 'text', description: 'RESOURCE=AMOUNT,...' },
    {
      name: 'scopes',
      type: 'text',
      description: 'Scopes of the pods that count: BestEffort, NotTerminating, ...',
    },
  ],
  make: ({ name, context: { flags } }) =>
    quota({ name, hard: flags.text('hard'), scopes: flags.text('scopes') }),
});

export const createDisruptionBudget = creation({
  usage: 'poddisruptionbudget NAME --selector=SELECTOR --min-available=N|--max-unavailable=N',
  details: 'It limits how many of the selected pods may be evicted at a time.',
  examples: ['orchctl create poddisruptionbudget web --selector=app=web --min-available=50%'],
  flags: [
    { name: 'selector', type: 'text', description: 'Labels of the pods' },
    { name: 'min-available', type: 'text', description: 'Minimum number or percentage of available pods' },
    {
      name: 'max-unavailable',
      type: 'text',
      description: 'Maximum number or percentage of unavailable pods',
    },
  ],
  make: ({ name, context: { flags } }) =>
    disruptionBudget({
      name,
      selector: flags.text('selector'),
      minAvailable: flags.text('min-available'),
      maxUnavailable: flags.text('max-unavailable'),
    }),
});

export const createPriorityClass = creation({
  usage: 'priorityclass NAME --value=VALUE [--global-default]',
  details: 'Pods of a class with a higher value are scheduled first.',
  examples: ['orchctl create priorityclass high --value=1000 --description="before the others"'],
  flags: [
    {
      name: 'value',
      type: 'integer',
      default: '0',
      description: 'Value of the class; higher is scheduled first',
    },
    { name: 'global-default', type: 'boolean', description: 'Use the class for pods that name none' },
    { name: 'description', type: 'text', description: 'Description of the class' },
    {
      name: 'preemption-policy',
      type: 'text',
      default: 'PreemptLowerPriority',
      description: 'Preemption policy: PreemptLowerPriority or Never',
    },
  ],
  make: ({ name, dialect, context: { flags } }) =>
    priorityClass(
      {
        name,
        value: flags.integer('value'),
        globalDefault: flags.boolean('global-default'),
        description: flags.text('description'),
        preemptionPolicy: flags.text('preemption-policy'),
      },
      dialect,
    ),
});

export const createIngress = creation({
  usage: 'ingress NAME --rule=HOST/PATH=SERVICE:PORT[,tls[=SECRET]]',
  details: 'A rule whose path ends in * matches all paths with that prefix.',
  examples: ["orchctl create ingress web --rule='web.example/*=web:80,tls=web-certificate'"],
  flags: [
    { name: 'rule', type: 'texts', description: 'HOST/PATH=SERVICE:PORT[,tls[=SECRET]]; may be repeated' },
    { name: 'class', type: 'text', description: 'IngressClass' },
    { name: 'default-backend', type: 'text', description: 'SERVICE:PORT for all other requests' },
    { name: 'annotation', type: 'texts', description: 'KEY=VALUE; may be repeated' },
  ],
  make: ({ name, dialect, context: { flags } }) =>
    ingress(
      {
        name,
        rules: flags.texts('rule'),
        className: flags.text('class'),
        defaultBackend: flags.text('default-backend'),
        annotations: flags.texts('annotation'),
      },
      dialect,
    ),
});
