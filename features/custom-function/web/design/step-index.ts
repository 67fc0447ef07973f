import { createContext, useContext } from 'react'

/** Index of the step an input stands in; what later steps keep is not offered to it. */
export const StepIndexContext = createContext(0)

export function useStepIndex(): number {
  return useContext(StepIndexContext)
}
