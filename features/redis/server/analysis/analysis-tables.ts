/** Results of analyses, to be compared with later ones. Times are ms UTC. */
export interface AnalysisTables {
  redis_analysis: AnalysisRow
}

export interface AnalysisRow {
  id: string
  line_id: string
  connection_id: string
  db: number
  /** JSON: globs of the keys its owner could read then; `null`: all. Only who reads the same ones sees it. */
  readable: string
  by_id: string
  by_name: string
  started_at: number
  until_at: number
  /** JSON of what lists show. */
  head: string
  /** JSON of the sums, gzip in base64. */
  content: string
}
