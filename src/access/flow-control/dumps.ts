import type { FairQueue, SeatRequest } from './fair-queue.ts';
import type { PriorityLevel } from './priority-levels.ts';

/** A table as text: cells end in a comma and are padded to the width of their column, 8 characters at least. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) =>
    Math.max(8, ...rows.map((row) => (row[column] ?? '').length + 2)),
  );
  const line = (row: readonly string[]) =>
    `${row.map((cell, column) => `${cell},`.padEnd(widths[column]!)).join('')}\n`;
  return rows.map(line).join('');
}

/** One line for each priority level: what it has to do. */
export function dumpPriorityLevels(levels: readonly PriorityLevel[]): string {
  const head = [
    'PriorityLevelName',
    'ActiveQueues',
    'IsIdle',
    'IsQuiescing',
    'WaitingRequests',
    'ExecutingRequests',
  ];
  const rows = levels.map(({ name, queues, isQuiescing }) => {
    if (queues === undefined) return [name, ...Array<string>(5).fill('<none>')];
    const { activeQueues, isIdle, waiting, executing } = queues;
    return [name, activeQueues, isIdle, isQuiescing, waiting, executing].map(String);
  });
  return table([head, ...rows]);
}

/** One line for each queue. */
export function dumpQueues(levels: readonly PriorityLevel[]): string {
  const head = ['PriorityLevelName', 'Index', 'PendingRequests', 'ExecutingRequests'];
  const more = ['SeatsInUse', 'NextDispatchR', 'InitialSeatsSum', 'MaxSeatsSum', 'TotalWorkSum'];
  const rows = levels.flatMap(({ name, queues }) =>
    queues === undefined
      ? [[name, ...Array<string>(8).fill('<none>')]]
      : queues.queues.map((queue) => [name, ...queueCells(queue)]),
  );
  return table([[...head, ...more], ...rows]);
}

function queueCells(queue: FairQueue): string[] {
  let seats = 0;
  for (const request of queue.waiting) seats += request.seats;
  return [
    String(queue.index),
    String(queue.waiting.size),
    String(queue.executing),
    String(queue.seatsInUse),
    seatSeconds(queue.nextDispatch),
    String(seats),
    String(seats),
    seatSeconds(queue.waitingWork),
  ];
}

const seatSeconds = (value: number): string => `${value.toFixed(8)}ss`;

/** One line for each request that waits; with what it asks for, if wanted. */
export function dumpRequests(levels: readonly PriorityLevel[], withDetails: boolean): string {
  const head = [
    ...['PriorityLevelName', 'FlowSchemaName', 'QueueIndex', 'RequestIndexInQueue', 'FlowDistingsher'],
    ...['ArriveTime', 'InitialSeats', 'FinalSeats', 'AdditionalLatency'],
  ];
  const details = [
    'UserName',
    'Verb',
    'APIPath',
    'Namespace',
    'Name',
    'APIVersion',
    'Resource',
    'SubResource',
  ];
  const rows = levels.flatMap(({ name, queues }) => {
    if (queues === undefined) return [[name, ...Array<string>(8).fill('<none>')]];
    return queues.queues.flatMap((queue) =>
      [...queue.waiting].map((request, index) => [
        ...[name, request.schema, String(queue.index), String(index), request.distinguisher],
        ...[request.arrived.toISOString(), String(request.seats), '0', '0s'],
        ...(withDetails ? detailCells(request) : []),
      ]),
    );
  });
  return table([withDetails ? [...head, ...details] : head, ...rows]);
}

function detailCells({ subject: { user, info } }: SeatRequest): string[] {
  const apiVersion = info.group === '' ? info.version : `${info.group}/${info.version}`;
  return [
    ...[user.name, info.verb, info.path, info.namespace, info.name],
    ...[info.isResourceRequest ? apiVersion : '', info.resource, info.subresource],
  ];
}
