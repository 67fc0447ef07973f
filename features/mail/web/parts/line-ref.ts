import type { LineRef } from '@qd/web-calls'

export const atLine = ({ lineCode }: LineRef): { lineId: string } => ({ lineId: lineCode })

/** The address of one mail. */
export const mailAddress = (id: string): string => `/email/${encodeURIComponent(id)}`
