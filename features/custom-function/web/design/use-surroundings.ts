import type { ProtocolDefinition } from '@qd/protocol-model'
import { protoDefinition } from '@qd/simulator/contract'
import { useCall } from '@qd/web-calls'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { checkFunction, functionList } from '../../contract/index.ts'
import type { FunctionEntry, FunctionFault } from '../../contract/index.ts'
import { queryOf } from '../place/function-home.ts'
import type { FunctionHome } from '../place/function-home.ts'
import { useProtocol } from '../place/use-protocol.ts'
import { sendable } from './definition.ts'
import type { Definition } from './definition.ts'
import type { MessageChoice } from './design-context.ts'

const STILL_MS = 500
const NO_FAULTS: readonly FunctionFault[] = []
const NO_COMMANDS: readonly FunctionEntry[] = []

/** What stands in a message of the definitions, by its full or short name. */
function fieldsOf(nested: Readonly<Record<string, unknown>>, name: string): { name: string; type: string }[] {
  const path = name.split('.')
  let node: unknown = { nested }
  for (const part of path) node = (node as { nested?: Record<string, unknown> } | undefined)?.nested?.[part]
  const { fields } = (node ?? {}) as { fields?: Record<string, { type: string; rule?: string }> }
  return Object.entries(fields ?? {}).map(([field, { type, rule }]) => ({
    name: field,
    type: rule === 'repeated' ? `${type}[]` : type,
  }))
}

/** The value once it has not changed for a moment. */
function useStill<T>(value: T): T {
  const [still, setStill] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), STILL_MS)
    return () => clearTimeout(timer)
  }, [value])
  return still
}

/** Definitions and commands the steps may use; what cannot be had is typed by hand. */
export function useSurroundings(home: FunctionHome): {
  protocol: ProtocolDefinition | null
  commands: readonly FunctionEntry[]
  messages: readonly MessageChoice[]
} {
  const { sId, lineId, at } = home
  const options = {
    tag: 'custom-function:design.title',
    told: { quiet: 'messages and commands can be typed without being offered' },
    staleTimeMs: 300_000,
    at,
  } as const
  const { protocol } = useProtocol(home)
  const proto = useCall(protoDefinition, { query: { sId, lineId } }, options).data
  const list = useCall(functionList, { query: queryOf(home), body: {} }, options).data?.list
  const messages = useMemo(
    () =>
      (proto?.cmds ?? [])
        .filter(({ req }) => req !== '')
        .map(({ name, comment, req }) => ({
          cmd: name,
          comment,
          fields: fieldsOf(proto?.proto.nested ?? {}, req),
        })),
    [proto],
  )
  const commands = useMemo(() => list?.filter(({ source }) => source === 'server') ?? NO_COMMANDS, [list])
  return { protocol, messages, commands }
}

/** What the server says of the definition as it stands, a moment after the last key stroke. */
export function useLiveCheck(home: FunctionHome, definition: Definition) {
  const still = useDeferredValue(useStill(definition))
  const body = useMemo(() => ({ definition: sendable(still) }), [still])
  const isNamed = still.title.trim() !== ''
  const { data, error, isFetching } = useCall(
    checkFunction,
    isNamed ? { query: queryOf(home), body } : null,
    {
      at: home.at,
      tag: 'custom-function:check.title',
      told: 'place',
      keepsPrevious: true,
      staleTimeMs: Number.POSITIVE_INFINITY,
    },
  )
  return {
    faults: isNamed ? (data?.faults ?? NO_FAULTS) : NO_FAULTS,
    risk: data?.risk ?? null,
    error,
    /** The definition has moved on since, or was never sent. */
    isOpen: isFetching || still !== definition || !isNamed,
  }
}
