import { Builder } from './builder.ts';
import type { Macro } from './macro-table.ts';
import type { Expr } from './tree.ts';

interface Loop {
  readonly make: Builder;
  readonly range: Expr;
  readonly variable: string;
  readonly variable2: string | undefined;
  /** The arguments behind the variables. */
  readonly rest: readonly Expr[];
}

/** A macro over one variable, or over two: index and value, key and value. */
function loopMacro(count: 1 | 2, problem: string, unfold: (loop: Loop) => Expr): Macro {
  return ({ target, args, offset }, report) => {
    const names: string[] = [];
    for (const arg of args.slice(0, count)) {
      if (arg.kind !== 'ident' || arg.name.startsWith('.')) {
        report({ offset: arg.offset, message: problem });
        return undefined;
      }
      if (names.includes(arg.name)) {
        report({ offset: arg.offset, message: `duplicate variable name: ${arg.name}` });
        return undefined;
      }
      names.push(arg.name);
    }
    const [variable, variable2] = names as [string, string?];
    return unfold({
      make: new Builder(offset),
      range: target!,
      variable,
      variable2,
      rest: args.slice(count),
    });
  };
}

const all = ({ make, rest: [predicate], ...loop }: Loop): Expr =>
  make.loop({
    range: loop.range,
    variable: loop.variable,
    variable2: loop.variable2,
    initial: make.value(true),
    condition: make.call('@not_strictly_false', make.result()),
    step: make.call('_&&_', make.result(), predicate!),
  });

const exists = ({ make, rest: [predicate], ...loop }: Loop): Expr =>
  make.loop({
    range: loop.range,
    variable: loop.variable,
    variable2: loop.variable2,
    initial: make.value(false),
    condition: make.call('@not_strictly_false', make.call('!_', make.result())),
    step: make.call('_||_', make.result(), predicate!),
  });

const existsOne = ({ make, rest: [predicate], ...loop }: Loop): Expr =>
  make.loop({
    range: loop.range,
    variable: loop.variable,
    variable2: loop.variable2,
    initial: make.value(0n),
    step: make.call('_?_:_', predicate!, make.call('_+_', make.result(), make.value(1n)), make.result()),
    end: make.call('_==_', make.result(), make.value(1n)),
  });

/** Adds something in each turn, or in those that a condition (the first of two arguments) picks. */
const adding =
  (initial: (make: Builder) => Expr, add: (make: Builder, made: Expr, loop: Loop) => Expr) =>
  (loop: Loop): Expr => {
    const { make, rest } = loop;
    const added = add(make, rest.at(-1)!, loop);
    const step = rest.length > 1 ? make.call('_?_:_', rest[0]!, added, make.result()) : added;
    const { range, variable, variable2 } = loop;
    return make.loop({ range, variable, variable2, initial: initial(make), step });
  };

const toList = adding(
  (make) => make.list(),
  (make, made) => make.call('_+_', make.result(), make.list(made)),
);

const toMap = adding(
  (make) => make.map(),
  (make, made, { variable }) => make.call('cel.@mapInsert', make.result(), make.ident(variable), made),
);

const toEntries = adding(
  (make) => make.map(),
  (make, made) => make.call('cel.@mapInsert', make.result(), made),
);

const filter = (loop: Loop): Expr => {
  const { make, variable, rest } = loop;
  return toList({
    make,
    range: loop.range,
    variable,
    variable2: undefined,
    rest: [rest[0]!, make.ident(variable)],
  });
};

const has: Macro = ({ args: [field], offset }, report) => {
  if (field?.kind === 'select' && !field.isTest) {
    return { kind: 'select', operand: field.operand, field: field.field, isTest: true, offset };
  }
  report({ offset: field!.offset, message: 'invalid argument to has() macro' });
  return undefined;
};

const simpleName = 'argument must be a simple name';
const identifier = 'argument is not an identifier';

/** Since the first release with expressions. */
export const standardMacros: Readonly<Record<string, Macro>> = {
  'has/1': has,
  '.all/2': loopMacro(1, simpleName, all),
  '.exists/2': loopMacro(1, simpleName, exists),
  '.exists_one/2': loopMacro(1, simpleName, existsOne),
  '.map/2': loopMacro(1, identifier, toList),
  '.map/3': loopMacro(1, identifier, toList),
  '.filter/2': loopMacro(1, identifier, filter),
};

export const twoVariableMacros: Readonly<Record<string, Macro>> = {
  '.all/3': loopMacro(2, simpleName, all),
  '.exists/3': loopMacro(2, simpleName, exists),
  '.existsOne/3': loopMacro(2, simpleName, existsOne),
  '.exists_one/3': loopMacro(2, simpleName, existsOne),
  '.transformList/3': loopMacro(2, simpleName, toList),
  '.transformList/4': loopMacro(2, simpleName, toList),
  '.transformMap/3': loopMacro(2, simpleName, toMap),
  '.transformMap/4': loopMacro(2, simpleName, toMap),
  '.transformMapEntry/3': loopMacro(2, simpleName, toEntries),
  '.transformMapEntry/4': loopMacro(2, simpleName, toEntries),
};

/** `optMap` and `optFlatMap`: the expression is worked out when there is a value. */
function optionalMacro(name: string, isFlat: boolean): Macro {
  return ({ target, args: [variable, inside], offset }, report) => {
    if (variable?.kind !== 'ident') {
      report({ offset: variable!.offset, message: `${name}() variable name must be a simple identifier` });
      return undefined;
    }
    const make = new Builder(offset);
    const bound = make.bind(variable.name, make.method(target!, 'value'), inside!);
    const made = isFlat ? bound : make.call('optional.of', bound);
    return make.call('_?_:_', make.method(target!, 'hasValue'), made, make.call('optional.none'));
  };
}

export const optionalMacros: Readonly<Record<string, Macro>> = {
  '.optMap/2': optionalMacro('optMap', false),
  '.optFlatMap/2': optionalMacro('optFlatMap', true),
};

const sortInput = '@__sortBy_input__';

const sortBy: Macro = ({ target, args: [variable, key], offset }, report) => {
  if (variable?.kind !== 'ident') {
    report({ offset: variable!.offset, message: 'sortBy can only be applied to a simple identifier' });
    return undefined;
  }
  const make = new Builder(offset);
  const input = make.ident(sortInput);
  const keys = toList({ make, range: input, variable: variable.name, variable2: undefined, rest: [key!] });
  return make.bind(sortInput, target!, make.method(input, '@sortByAssociatedKeys', keys));
};

export const listMacros: Readonly<Record<string, Macro>> = { '.sortBy/2': sortBy };
