import type { FunctionFault } from '../../contract/index.ts'
import type { Definition } from './definition.ts'

/** What a designer does next: fill in, mend, try, save, run. */
export type DesignStep = 'name' | 'steps' | 'fix' | 'try' | 'save' | 'run'

export interface DesignStanding {
  definition: Definition
  faults: readonly FunctionFault[]
  isSaved: boolean
  isDirty: boolean
  /** The definition as it stands was tried. */
  isTried: boolean
}

/** The one step that is possible and comes next; the others stay possible beside it. */
export function nextDesignStep({
  definition,
  faults,
  isSaved,
  isDirty,
  isTried,
}: DesignStanding): DesignStep {
  if (definition.title.trim() === '') return 'name'
  if (definition.steps.length === 0) return 'steps'
  if (faults.length > 0) return 'fix'
  if (isSaved && !isDirty) return 'run'
  return isTried ? 'save' : 'try'
}
