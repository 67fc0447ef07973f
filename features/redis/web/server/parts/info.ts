import type { InfoField } from '../../../contract/index.ts'

/** Fields of INFO by name. */
export type Info = ReadonlyMap<string, string>

export const infoOf = ({ fields }: { fields: readonly InfoField[] }): Info =>
  new Map(fields.map(({ name, value }) => [name, value]))

export const infoNumber = (info: Info, name: string): number => Number(info.get(name)) || 0

/** `calls=3,usec=8` as numbers. */
export function partsOf(value: string): Record<string, number> {
  return Object.fromEntries(
    value.split(',').map((part) => {
      const at = part.indexOf('=')
      return [part.slice(0, at), Number(part.slice(at + 1))]
    }),
  )
}

export const sumOf = (infos: readonly Info[], name: string): number =>
  infos.reduce((total, info) => total + infoNumber(info, name), 0)
