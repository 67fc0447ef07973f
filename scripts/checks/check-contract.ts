import { report } from './report.ts'
import { checkContract } from '../write-contract.ts'

report(checkContract())
