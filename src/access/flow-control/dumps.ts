import { formatDuration } from '../../util/duration.ts';
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

/** One line for each priority level: what it has to do; and what it has done, if wanted. */
export function dumpPriorityLevels(levels: readonly PriorityLevel[], withTally: boolean): string {
  const head = ['PriorityLevelName', 'ActiveQueues', 'IsIdle', 'IsQuiescing', 'WaitingRequests'];
  const more = ['DispatchedRequests', 'RejectedRequests', 'TimedoutRequests', 'CancelledRequests'];
  const columns = [...head, 'ExecutingRequests', ...(withTally ? more : [])];
  const rows = levels.map(({ name, queues, isQuiescing, tally }) => {
    if (queues === undefined) return [name, ...Array<string>(columns.length - 1).fill('<none>')];
    const { activeQueues, isIdle, waiting, executing } = queues;
    const { dispatched, rejected, timedOut, cancelled } = tally;
    const counts = withTally ? [dispatched, rejected, timedOut, cancelled] : [];
    return [name, activeQueues, isIdle, isQuiescing, waiting, executing, ...counts].map(String);
  });
  return table([columns, ...rows]);
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
  let [seats, initialSeats] = [0, 0];
  for (const request of queue.waiting) {
    seats += request.seats;
    initialSeats += request.work.seats;
  }
  return [
    String(queue.index),
    String(queue.waiting.length),
    String(queue.executing),
    String(queue.seatsInUse),
    seatSeconds(queue.nextDispatch),
    String(initialSeats),
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
      queue.waiting.map((request, index) => [
        ...[name, request.schema, String(queue.index), String(index), request.distinguisher],
        ...[request.arrived.toISOString(), ...workCells(request)],
        ...(withDetails ? detailCells(request) : []),
      ]),
    );
  });
  return table([withDetails ? [...head, ...details] : head, ...rows]);
}

function workCells({ work: { seats, finalSeats, finalSeconds } }: SeatRequest): string[] {
  const nanoseconds = BigInt(Math.round(finalSeconds * 1e9));
  return [String(seats), String(finalSeats), formatDuration(nanoseconds)];
}

function detailCells({ subject: { user, info } }: SeatRequest): string[] {
  const apiVersion = info.group === '' ? info.version : `${info.group}/${info.version}`;
  return [
    ...[user.name, info.verb, info.path, info.namespace, info.name],
    ...[info.isResourceRequest ? apiVersion : '', info.resource, info.subresource],
  ];
}
