/** The line a mail belongs to, as the calls about its items name it. */
export interface LineRef {
  game: string
  partnerCode: string
  lineCode: string
}

export const atLine = ({ lineCode }: LineRef): { lineId: string } => ({ lineId: lineCode })

/** The address of one mail. */
export const mailAddress = (id: string): string => `/email/${encodeURIComponent(id)}`
