export { toCsv } from './to-csv.ts'
export type { CsvColumn, CsvOptions } from './to-csv.ts'
export { parseCsv } from './parse-csv.ts'
export type { CsvFault, CsvFaultCode, CsvRow, CsvRows, ParseOptions } from './parse-csv.ts'
