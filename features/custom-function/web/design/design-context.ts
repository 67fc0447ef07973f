import type { ProtocolDefinition } from '@qd/protocol-model'
import { createContext, useContext } from 'react'
import type { FunctionEntry, FunctionFault } from '../../contract/index.ts'
import type { Definition } from './definition.ts'

/** A message of the game's protocol that can be sent. */
export interface MessageChoice {
  cmd: string
  comment: string
  fields: readonly { name: string; type: string }[]
}

/** What the forms of a designer need to know. */
export interface DesignSurroundings {
  definition: Definition
  change: (definition: Definition) => void
  faults: readonly FunctionFault[]
  /** Null: could not be had; places are typed by hand then. */
  protocol: ProtocolDefinition | null
  commands: readonly FunctionEntry[]
  messages: readonly MessageChoice[]
}

export const DesignContext = createContext<DesignSurroundings | null>(null)

export function useDesign(): DesignSurroundings {
  const design = useContext(DesignContext)
  if (!design) throw new Error('a part of the designer stands outside DesignContext')
  return design
}

/** What is wrong at a place: of that place alone, or with `isDeep` of everything below it too. */
export function faultsAt(faults: readonly FunctionFault[], path: string, isDeep = false): FunctionFault[] {
  return faults.filter((fault) => fault.path === path || (isDeep && fault.path.startsWith(`${path}.`)))
}
