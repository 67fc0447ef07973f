import type { AnyRoute } from '@qd/contract-kit'

export const PLACES = {
  own: { uId: '30123000045', sId: '123', lineId: 'northwind-test', partnerCode: 'northwind' },
  foreign: { uId: '10011000003', sId: '11', lineId: 'harbour-prod', partnerCode: 'harbour' },
  missing: { uId: '90999000001', sId: '999', lineId: 'no-such-line', partnerCode: 'nobody' },
} as const
export type PlaceName = keyof typeof PLACES

/** A value for each field any call takes; a call with a new field adds a line here. */
export function sample(field: string, place: PlaceName): unknown {
  const { uId, sId, lineId, partnerCode } = PLACES[place]
  const samples: Record<string, unknown> = {
    uId,
    sId,
    lineId,
    partnerCode,
    lineCode: lineId,
    game: place === 'missing' ? 'no-such-game' : 'lantern',
    username: 'nobody-here',
    password: 'wrong-password-1',
    oldPassword: 'wrong-password-2',
    code: 'x'.repeat(43),
    name: 'Somebody',
    department: '',
    phone: '',
    sex: '',
    deviceId: 'matrix',
    version: '1',
    changes: [{ diff: 'RoleInfo', path: ['name'], op: 'set', value: 'x', old: 'y' }],
    reason: 'matrix',
    idempotencyKey: `matrix-${Math.random()}`,
    editId: 'no-such-edit',
  }
  if (!(field in samples)) throw new Error(`there is no sample for the field ${field}`)
  return samples[field]
}

interface Shaped {
  _zod: { def: { type: string; innerType?: Shaped; shape?: Record<string, Shaped> } }
}

/** Fields of an object schema, through optional and nullable. */
export function shapeOf(schema: unknown): Record<string, Shaped> {
  let current = schema as Shaped | undefined
  while (current !== undefined && ['optional', 'nullable'].includes(current._zod.def.type)) {
    current = current._zod.def.innerType
  }
  return current?._zod.def.shape ?? {}
}

/** Required fields, and those optional ones that name the target. */
export function fill(schema: unknown, place: PlaceName): Record<string, unknown> {
  const filled: Record<string, unknown> = {}
  for (const [field, part] of Object.entries(shapeOf(schema))) {
    const isOptional = part._zod.def.type === 'optional'
    if (!isOptional || field === 'lineId' || field === 'uId') filled[field] = sample(field, place)
  }
  return filled
}

/** The path with its parameters about a place. */
export function pathOf(route: AnyRoute, place: PlaceName): string {
  return route.path.replace(/:(\w+)/g, (_whole: string, name: string) => String(sample(name, place)))
}
