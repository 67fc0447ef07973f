import { fieldNode } from '@qd/protocol-model'
import type { DataNode, Field, ProtocolDefinition } from '@qd/protocol-model'
import { checkParameters } from './check-parameters.ts'
import { checkPlace, operationFault } from './check-place.ts'
import { conditionFaults, referenceFaults } from './check-references.ts'
import type { Visible } from './check-references.ts'
import { templateFaults } from './check-types.ts'
import { readSteps } from './read-steps.ts'
import type { CommandStep, PatchStep, ReadStep, Step, StepFault } from './steps.ts'

/** A function of the game server, as far as a step must know it. */
export interface KnownCommand {
  name: string
  target: 'none' | 'player' | 'server'
  parameters: readonly Field[]
}

/** What steps are checked against. */
export interface World {
  protocol: ProtocolDefinition
  commands: readonly KnownCommand[]
  /** Names of the messages a client sends; null: not known now, they are not checked. */
  messages: ReadonlySet<string> | null
}

interface Checking {
  world: World
  hasPlayer: boolean
  visible: Visible & { earlier: Set<string>; later: Set<string> }
  parameters: ReadonlyMap<string, Field>
  reads: Map<string, DataNode | null>
}

function placeFaults({ visible }: Checking, place: Pick<ReadStep, 'key' | 'path'>, at: string): StepFault[] {
  return [
    ...referenceFaults(visible, place.key, `${at}.key`),
    ...referenceFaults(visible, place.path, `${at}.path`),
  ]
}

function patchFaults(checking: Checking, step: PatchStep, at: string): StepFault[] {
  const { world, visible } = checking
  return step.changes.flatMap((change, index) => {
    const path = `${at}.changes.${index}`
    const place = checkPlace(world.protocol, change, path, false)
    const named = [
      ...placeFaults(checking, change, path),
      ...referenceFaults(visible, change.value, `${path}.value`),
    ]
    const shaped = [...place.faults, ...operationFault(change, place, path)]
    if (named.length + shaped.length > 0 || place.node === null || change.op === 'remove') {
      return [...named, ...shaped]
    }
    return templateFaults(world.protocol, checking, {
      node: place.node,
      template: change.value,
      path: `${path}.value`,
    })
  })
}

function commandFaults(checking: Checking, step: CommandStep, at: string): StepFault[] {
  const { world, visible } = checking
  const named = referenceFaults(visible, step.params, `${at}.params`)
  const command = world.commands.find(({ name }) => name === step.name)
  if (command === undefined)
    return [...named, { path: `${at}.name`, code: 'command_unknown', detail: step.name }]
  if (command.target === 'player' && !checking.hasPlayer) {
    named.push({ path: `${at}.name`, code: 'player_needed', detail: step.name })
  }
  if (named.length > 0) return named
  const strange = Object.keys(step.params)
    .filter((name) => !command.parameters.some(({ fieldName }) => fieldName === name))
    .map((name): StepFault => ({ path: `${at}.params.${name}`, code: 'reference_unknown', detail: name }))
  const fitting = command.parameters.flatMap((field): StepFault[] => {
    const path = `${at}.params.${field.fieldName}`
    const template = Object.hasOwn(step.params, field.fieldName) ? step.params[field.fieldName] : undefined
    if (template === undefined) {
      return field.defaultVal === undefined ? [{ path, code: 'parameter_required', detail: field.name }] : []
    }
    const node = fieldNode(world.protocol, field)
    return node === null ? [] : templateFaults(world.protocol, checking, { node, template, path })
  })
  return [...strange, ...fitting]
}

function kindFaults(checking: Checking, step: Step, at: string): StepFault[] {
  const { world, visible, hasPlayer } = checking
  const needsPlayer: StepFault[] =
    step.kind === 'command' || hasPlayer ? [] : [{ path: at, code: 'player_needed', detail: step.kind }]
  switch (step.kind) {
    case 'read':
      return [
        ...needsPlayer,
        ...checkPlace(world.protocol, step, at, true).faults,
        ...placeFaults(checking, step, at),
      ]
    case 'patch':
      return [...needsPlayer, ...patchFaults(checking, step, at)]
    case 'message': {
      const isUnknown = world.messages !== null && !world.messages.has(step.cmd)
      return [
        ...needsPlayer,
        ...(isUnknown ? [{ path: `${at}.cmd`, code: 'message_unknown' as const, detail: step.cmd }] : []),
        ...referenceFaults(visible, step.account, `${at}.account`),
        ...referenceFaults(visible, step.body, `${at}.body`),
      ]
    }
    case 'command':
      return commandFaults(checking, step, at)
  }
}

const keptBy = (step: Step): string | undefined => (step.kind === 'patch' ? undefined : step.as)

/** Makes what the step keeps known to the steps after it. */
function keep(checking: Checking, step: Step, at: string): StepFault[] {
  const name = keptBy(step)
  if (name === undefined) return []
  const { earlier, later } = checking.visible
  if (earlier.has(name)) return [{ path: `${at}.as`, code: 'name_twice', detail: name }]
  earlier.add(name)
  later.delete(name)
  const { protocol } = checking.world
  checking.reads.set(name, step.kind === 'read' ? checkPlace(protocol, step, at, true).node : null)
  return []
}

function stepFaults(checking: Checking, step: Step, at: string): StepFault[] {
  const { visible } = checking
  const when = step.when === undefined ? [] : conditionFaults(visible, step.when, `${at}.when`)
  const own = kindFaults(checking, step, at)
  const stops = (): StepFault[] =>
    step.stopIf === undefined ? [] : conditionFaults(visible, step.stopIf, `${at}.stopIf`)
  if (step.kind === 'read') return [...when, ...own, ...keep(checking, step, at), ...stops()]
  return [...when, ...stops(), ...own, ...keep(checking, step, at)]
}

/**
 * Every fault of a composed function as it came from JSON: shape, names, types against the definition of the
 * player data, commands and messages of the server. None: it can be saved and run.
 */
export function checkFunction(
  input: { target: 'none' | 'player'; parameters: readonly unknown[]; steps: unknown },
  world: World,
): StepFault[] {
  const { parameters, faults } = checkParameters(input.parameters, world.protocol)
  const read = readSteps(input.steps)
  if (read.steps === null) return [...faults, ...read.faults]
  const later = new Set(read.steps.map(keptBy).filter((name) => name !== undefined))
  const visible = { parameters, earlier: new Set<string>(), later }
  const hasPlayer = input.target === 'player'
  const checking: Checking = { world, hasPlayer, visible, parameters, reads: new Map() }
  return [...faults, ...read.steps.flatMap((step, index) => stepFaults(checking, step, `steps.${index}`))]
}
