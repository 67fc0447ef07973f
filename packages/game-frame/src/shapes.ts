/** What is wrong with a value, and where in it. */
export class WrongShape extends Error {
  readonly path: string

  constructor(path: string, reason: string) {
    super(reason)
    this.path = path
  }
}

/** Checks a value that stands at a path; throws WrongShape. */
export type Shape = (value: unknown, path: string) => void

const fail = (path: string, reason: string): never => {
  throw new WrongShape(path, reason)
}
const below = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)

export const whole =
  (min: number, max: number): Shape =>
  (value, path) => {
    if (!Number.isInteger(value) || (value as number) < min || (value as number) > max) {
      fail(path, `must be a whole number from ${min} to ${max}`)
    }
  }

export const oneOf =
  (...choices: readonly string[]): Shape =>
  (value, path) => {
    if (!choices.includes(value as string)) fail(path, `must be one of ${choices.join(', ')}`)
  }

export const text =
  (pattern: RegExp, told: string): Shape =>
  (value, path) => {
    if (typeof value !== 'string' || !pattern.test(value)) fail(path, `must be ${told}`)
  }

export const flag: Shape = (value, path) => {
  if (typeof value !== 'boolean') fail(path, 'must be true or false')
}

/** Any JSON, as a frame of a few thousand bytes holds it. */
export const smallJson: Shape = (value, path) => {
  if (JSON.stringify(value).length > 4_096) fail(path, 'must have at most 4096 characters')
}

export const listOf =
  (item: Shape, min: number, max: number): Shape =>
  (value, path) => {
    if (!Array.isArray(value)) fail(path, 'must be a list')
    const list = value as unknown[]
    if (list.length < min || list.length > max) fail(path, `must have ${min} to ${max} entries`)
    for (const [index, each] of list.entries()) item(each, below(path, String(index)))
  }

export const recordOf =
  (key: Shape, item: Shape, max: number): Shape =>
  (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) fail(path, 'must be an object')
    const entries = Object.entries(value as object)
    if (entries.length > max) fail(path, `must have at most ${max} entries`)
    for (const [name, each] of entries) {
      key(name, below(path, name))
      item(each, below(path, name))
    }
  }

/** An object with these keys and no others. */
export const object =
  (required: Record<string, Shape>, optional: Record<string, Shape> = {}): Shape =>
  (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) fail(path, 'must be an object')
    const given = value as Record<string, unknown>
    const isKnown = (name: string) => Object.hasOwn(required, name) || Object.hasOwn(optional, name)
    for (const name of Object.keys(given)) if (!isKnown(name)) fail(below(path, name), 'is not known')
    for (const [name, shape] of Object.entries(required)) {
      if (given[name] === undefined) fail(below(path, name), 'is missing')
      shape(given[name], below(path, name))
    }
    for (const [name, shape] of Object.entries(optional)) {
      if (given[name] !== undefined) shape(given[name], below(path, name))
    }
  }

/** The first of the shapes that fits; the message says what is wanted. */
export const anyOf =
  (told: string, ...shapes: readonly Shape[]): Shape =>
  (value, path) => {
    const fits = shapes.some((shape) => {
      try {
        shape(value, path)
        return true
      } catch (error) {
        if (error instanceof WrongShape) return false
        throw error
      }
    })
    if (!fits) fail(path, `must be ${told}`)
  }
