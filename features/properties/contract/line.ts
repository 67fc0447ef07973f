import { schemas, z } from '@qd/contract-kit'

/** A line as the calls of the specification name it. */
export const lineFields = {
  partnerCode: schemas.shortText,
  lineCode: schemas.shortText,
  game: z.optional(schemas.shortText),
}

interface OfLine {
  body: { partnerCode: string; lineCode: string; game?: string | undefined }
}

export const atLine = ({ body }: OfLine) => ({
  game: body.game,
  operator: body.partnerCode,
  lineId: body.lineCode,
})

/** Number of an item, as text. */
export const itemNumber = z.string().check(z.regex(/^\d{1,16}$/))
