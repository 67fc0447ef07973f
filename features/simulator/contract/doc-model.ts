import type { EnumType, FieldType, MessageType, ProtoSchema } from '@qd/proto-wire'

/** A command as the definition lists it. */
export interface DocCommand {
  cmd: number
  name: string
  req: string
  res: string
  push: string
  comment: string
}

interface Placed {
  /** The last part of the full name, behind the messages it stands in: `Outer.Inner`. */
  name: string
  /** Name of the service it serves alone, else of its package. */
  module: string
}
export type DocMessage = Placed & { kind: 'message'; type: MessageType }
export type DocEnum = Placed & { kind: 'enum'; type: EnumType }
export type DocType = DocMessage | DocEnum

export interface DocModule {
  name: string
  comment: string
}

/** One place where a type stands. */
export interface DocUse {
  kind: 'field' | 'req' | 'res' | 'push'
  /** Full name of the message, or the number of the command. */
  at: string
  /** The field; empty for a command. */
  field: string
}

export interface DocModel {
  /** Those of services first, then packages. */
  modules: readonly DocModule[]
  /** By full name, in the order of the definition. */
  types: ReadonlyMap<string, DocType>
  /** By number. */
  commands: ReadonlyMap<string, DocCommand & { module: string }>
  /** Where each type stands. */
  uses: ReadonlyMap<string, readonly DocUse[]>
}

interface Service {
  name: string
  /** Full name of its package. */
  scope: string
  comment: string
  /** Types of its methods, as they are written. */
  types: string[]
}

const MAX_DEPTH = 32

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const under = (scope: string, name: string): string => (scope === '' ? name : `${scope}.${name}`)

/** Services stand in the descriptor only: no message needs them. */
function servicesIn(nested: unknown, scope: string, depth = 1): Service[] {
  if (!isObject(nested) || depth > MAX_DEPTH) return []
  return Object.entries(nested).flatMap(([name, node]) => {
    if (!isObject(node)) return []
    const below = servicesIn(node['nested'], under(scope, name), depth + 1)
    if (!isObject(node['methods'])) return below
    const types = Object.values(node['methods']).flatMap((method) =>
      isObject(method) ? [textOf(method['requestType']), textOf(method['responseType'])] : [],
    )
    return [{ name, scope, comment: textOf(node['comment']), types }, ...below]
  })
}

/** A type looked up outwards from where it is named, as protobuf does; empty when there is none. */
function resolveIn({ messages }: ProtoSchema, type: string, from: string): string {
  if (type.startsWith('.')) return type.slice(1)
  for (let scope = from; scope !== ''; scope = scope.slice(0, Math.max(0, scope.lastIndexOf('.')))) {
    if (messages.has(under(scope, type))) return under(scope, type)
  }
  return type
}

/** Full name of the message or enum a field holds; empty for plain values. */
export function typeOfField({ kind, type, message, enum: values }: FieldType): string {
  if (kind === 'scalar') return ''
  return message === null && values === null ? '' : type
}

/** The service that each type serves alone, by what its methods and their messages hold. */
function servicesOfTypes(schema: ProtoSchema, services: readonly Service[]): Map<string, string> {
  const of = new Map<string, string>()
  for (const { name, scope, types } of services) {
    const seen = new Set<string>()
    const open = types.map((type) => resolveIn(schema, type, scope))
    for (let type = open.pop(); type !== undefined; type = open.pop()) {
      if (type === '' || seen.has(type)) continue
      seen.add(type)
      // What several share belongs to none of them.
      of.set(type, of.has(type) ? '' : name)
      for (const field of schema.messages.get(type)?.fields ?? []) open.push(typeOfField(field))
    }
  }
  return of
}

function usesOf({ messages }: ProtoSchema, commands: readonly DocCommand[]): Map<string, DocUse[]> {
  const uses = new Map<string, DocUse[]>()
  const note = (name: string, use: DocUse) => {
    const known = uses.get(name)
    if (known === undefined) uses.set(name, [use])
    else known.push(use)
  }
  for (const command of commands) {
    for (const kind of ['req', 'res', 'push'] as const) {
      if (command[kind] !== '') note(command[kind], { kind, at: String(command.cmd), field: '' })
    }
  }
  for (const { fullName, fields } of messages.values()) {
    for (const field of fields) {
      const name = typeOfField(field)
      if (name !== '') note(name, { kind: 'field', at: fullName, field: field.name })
    }
  }
  return uses
}

function placesOf(schema: ProtoSchema, services: ReadonlyMap<string, string>) {
  const packageOf = (scope: string): string => {
    const outer = schema.messages.get(scope)
    return outer === undefined ? scope : packageOf(outer.scope)
  }
  return ({ fullName, scope }: MessageType | EnumType): Placed => {
    const ownPackage = packageOf(scope)
    const name = ownPackage === '' ? fullName : fullName.slice(ownPackage.length + 1)
    return { name, module: services.get(fullName) || ownPackage }
  }
}

/** Commands of a list without comments, each with that of the message it is known by. */
export function docCommandsOf(
  { messages }: ProtoSchema,
  cmds: readonly Omit<DocCommand, 'comment'>[],
): DocCommand[] {
  return cmds.map((command) => {
    const { req, push, res } = command
    return { ...command, comment: messages.get(req || push || res)?.comment ?? '' }
  })
}

/** What the documentation shows of a definition; `nested` is the descriptor the schema was read from. */
export function docModelOf(schema: ProtoSchema, nested: unknown, cmds: readonly DocCommand[]): DocModel {
  const services = servicesIn(nested, '')
  const placeOf = placesOf(schema, servicesOfTypes(schema, services))
  const types = new Map<string, DocType>()
  for (const type of schema.messages.values()) {
    types.set(type.fullName, { kind: 'message', type, ...placeOf(type) })
  }
  for (const type of schema.enums.values()) {
    types.set(type.fullName, { kind: 'enum', type, ...placeOf(type) })
  }
  const moduleOf = ({ req, res, push }: DocCommand): string => types.get(req || push || res)?.module ?? ''
  const commands = new Map(
    cmds
      .toSorted((a, b) => a.cmd - b.cmd)
      .map((command) => [String(command.cmd), { ...command, module: moduleOf(command) }]),
  )
  const names = new Set([...commands.values(), ...types.values()].map(({ module }) => module))
  // In the order of their first commands: that is how a game numbers what belongs together.
  const first = new Map([...commands.values()].toReversed().map(({ module, cmd }) => [module, cmd]))
  const known = services
    .filter(({ name }) => names.has(name))
    .toSorted((a, b) => (first.get(a.name) ?? Infinity) - (first.get(b.name) ?? Infinity))
    .map(({ name, comment }) => ({ name, comment }))
  const others = [...names].filter((name) => known.every((module) => module.name !== name))
  return {
    modules: [...known, ...others.map((name) => ({ name, comment: '' }))],
    types,
    commands,
    uses: usesOf(schema, cmds),
  }
}
