import { featuresOf, NO_EDITION } from './features.ts'
import type { Features } from './features.ts'
import { SCHEMA_LIMITS } from './limits.ts'
import { SchemaError } from './schema-fault.ts'

export type Loose = Readonly<Record<string, unknown>>

export interface RawType {
  fullName: string
  name: string
  scope: string
  node: Loose
  features: Features
}

/** An extension field and the scope its names are looked up in. */
export interface RawExtension {
  /** As protobuf.js names it on the extended message: its full name behind a dot. */
  name: string
  scope: string
  node: Loose
  features: Features
}

export interface RawTypes {
  messages: Map<string, RawType>
  enums: Map<string, RawType>
  extensions: RawExtension[]
}

export function looseOf(value: unknown, path: string): Loose {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SchemaError(path, 'not_object')
  return value as Loose
}

export function entriesOf(value: unknown, path: string): [string, unknown][] {
  if (value === undefined || value === null) return []
  const entries = Object.entries(looseOf(value, path))
  const bad = entries.find(([name]) => name === '' || name.length > SCHEMA_LIMITS.maxNameLength)
  if (bad) throw new SchemaError(path, 'bad_name', bad[0])
  return entries
}

/** All types of a descriptor by full name; their fields are not looked at. */
export function collectTypes(nested: unknown): RawTypes {
  const found: RawTypes = { messages: new Map(), enums: new Map(), extensions: [] }
  let count = 0
  const visit = (input: unknown, scope: string, around: { features: Features; depth: number }): void => {
    if (around.depth > SCHEMA_LIMITS.maxDepth) throw new SchemaError(scope, 'too_deep')
    for (const [name, child] of entriesOf(input, scope)) {
      const fullName = scope === '' ? name : `${scope}.${name}`
      if (fullName.length > SCHEMA_LIMITS.maxFullName) throw new SchemaError(scope, 'bad_name', name)
      const node = looseOf(child, fullName)
      count += 1
      if (count > SCHEMA_LIMITS.maxTypes) throw new SchemaError(fullName, 'too_many_types')
      const features = featuresOf(node, around.features)
      if (node.id !== undefined) {
        found.extensions.push({ name: `.${fullName}`, scope, node, features: around.features })
        continue
      }
      const raw = { fullName, name, scope, node, features }
      if (node.fields !== undefined) found.messages.set(fullName, raw)
      else if (node.values !== undefined) found.enums.set(fullName, raw)
      // Services carry no message.
      if (node.nested !== undefined) visit(node.nested, fullName, { features, depth: around.depth + 1 })
    }
  }
  visit(nested, '', { features: NO_EDITION, depth: 1 })
  if (found.messages.size === 0) throw new SchemaError('', 'no_message')
  return found
}

/** Finds a type as protobuf.js does: from the scope outwards, then anywhere below. */
export function typeFinder({ messages, enums }: RawTypes): (type: string, scope: string) => string | null {
  const isKnown = (name: string) => messages.has(name) || enums.has(name)
  let byLast: Map<string, string[]> | null = null
  const search = (type: string): string | null => {
    if (byLast === null) {
      byLast = new Map()
      for (const name of [...messages.keys(), ...enums.keys()]) {
        const last = name.slice(name.lastIndexOf('.') + 1)
        const same = byLast.get(last)
        if (same) same.push(name)
        else byLast.set(last, [name])
      }
    }
    const last = type.slice(type.lastIndexOf('.') + 1)
    return byLast.get(last)?.find((name) => name.endsWith(`.${type}`)) ?? null
  }
  // Many fields may name one type that stands behind thousands of others.
  const found = new Map<string, string | null>()
  const anywhere = (type: string): string | null => {
    let name = found.get(type)
    if (name === undefined) found.set(type, (name = search(type)))
    return name
  }
  return (type, scope) => {
    if (type.startsWith('.')) return isKnown(type.slice(1)) ? type.slice(1) : null
    for (let at = scope; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
      if (isKnown(`${at}.${type}`)) return `${at}.${type}`
    }
    return isKnown(type) ? type : anywhere(type)
  }
}
