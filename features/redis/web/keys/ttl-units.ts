export const TTL_UNITS = ['s', 'm', 'h', 'd'] as const
export type TtlUnit = (typeof TTL_UNITS)[number]

const MS: Readonly<Record<TtlUnit, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Milliseconds of what was typed with its unit. */
export const ttlOf = ({ amount, unit }: { amount: number; unit: TtlUnit }): number => amount * MS[unit]
