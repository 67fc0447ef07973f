/** The line of a batch, as the calls about its items name it. */
export interface LineRef {
  game: string
  partnerCode: string
  lineCode: string
}
