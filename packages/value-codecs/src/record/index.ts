export { cellOf, cellText } from './cell-text.ts'
export { LAYOUT_LIMITS, readLayout } from './record-layout.ts'
export type {
  LayoutFault,
  LayoutFaultCode,
  ReadLayout,
  RecordField,
  RecordLayout,
  RecordType,
} from './record-layout.ts'
export { decodeRecords, encodeRecords, recordsText } from './records.ts'
