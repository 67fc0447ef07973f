import { AppError } from '@qd/contract-kit'
import { simulatorErrors } from '../contract/index.ts'

export const nameTaken = (name: string): AppError =>
  new AppError(simulatorErrors.simulator_name_taken, { field: 'name', params: { name } })
