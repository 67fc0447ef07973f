/** Keys that reach an object's prototype; no value under one is carried (T13). */
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

const SAFE_NAME = /^[A-Za-z_]\w{0,127}$/

/** Longest name of a field, a type or a module, in UTF-16 units. */
export const MAX_NAME_LENGTH = 1024

/** Whether a key would reach a prototype instead of the object. */
export function isForbiddenKey(key: string): boolean {
  return FORBIDDEN_KEYS.has(key)
}

/** A name of a message, an enum or a step: up to 128 ASCII word characters, no digit first. */
export function isSafeName(name: unknown): name is string {
  return typeof name === 'string' && SAFE_NAME.test(name) && !isForbiddenKey(name)
}

/**
 * Whether a field, type or module of a game is carried under this name. Any text is, the empty one too, except
 * names that reach prototypes, texts that UTF-8 cannot hold, and those longer than MAX_NAME_LENGTH.
 */
export function isCarriedName(name: unknown): name is string {
  return (
    typeof name === 'string' && name.length <= MAX_NAME_LENGTH && name.isWellFormed() && !isForbiddenKey(name)
  )
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The own property, never an inherited one: a game may call a field `toString`. */
export function ownValue<T>(object: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}
