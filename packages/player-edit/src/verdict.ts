/** What was said about one change, by its index among those that were asked for. */
export interface Verdict {
  index: number
  status: number
  code: string
  msg: string
  field?: string
}
