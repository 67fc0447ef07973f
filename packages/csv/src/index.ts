export { toCsv } from './to-csv.ts'
export type { CsvColumn, CsvOptions } from './to-csv.ts'
export { CsvReader } from './csv-reader.ts'
export type { CsvFault, CsvFaultCode, CsvReading, CsvRow, CsvRows } from './csv-reader.ts'
