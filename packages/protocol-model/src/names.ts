/** Keys that reach an object's prototype; refused wherever a key comes from outside (T13). */
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

const NAME = /^[A-Za-z_]\w{0,127}$/

/** Whether a key would reach a prototype instead of the object. */
export function isForbiddenKey(key: string): boolean {
  return FORBIDDEN_KEYS.has(key)
}

/** A name of a diff info, field, message or enum: up to 128 ASCII word characters, no digit first. */
export function isSafeName(name: unknown): name is string {
  return typeof name === 'string' && NAME.test(name) && !isForbiddenKey(name)
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The own property, never an inherited one. */
export function ownValue(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}
