import { isForbiddenKey, isSafeName, isScalarType, parseField, plainJsonFault } from '@qd/protocol-model'
import type { Field } from '@qd/protocol-model'
import type { LocalText } from '@qd/i18n'
import { z } from 'zod'
import { byLanguage } from './local-texts.ts'
import { commandEffect, commandResultKind, commandRisk, commandTarget } from './schemas-command.ts'
import type { CommandEffect } from './schemas-command.ts'

/** A function the game server offers. */
export interface GameCommand {
  name: string
  /** Heading it is listed under; empty: none. */
  group: LocalText
  title: LocalText
  comment: LocalText
  target: z.infer<typeof commandTarget>
  parameters: Field[]
  risk: z.infer<typeof commandRisk>
  hasDryRun: boolean
  /** Absent: nobody can say; empty: nothing. */
  effects?: Exclude<CommandEffect, 'none'>[]
  result: z.infer<typeof commandResultKind>
  /** What an operator types to confirm, instead of the uId or the server's name. */
  confirmName?: string
}

export interface RefusedCommand {
  /** As declared, or its place in the list when it has no usable name. */
  name: string
  reason: string
}

export interface ReadCommands {
  commands: GameCommand[]
  refused: RefusedCommand[]
}

const LIMITS = { maxDepth: 12, maxNodes: 5000 }
const MAX_PARAMETERS = 40

const commandText = z.union([z.string().min(1).max(2000), byLanguage(2000)])

/** Nothing else stands beside `none`. */
const standsAlone = (effects: readonly string[]): boolean => !effects.includes('none') || effects.length === 1

const declaration = z.object({
  name: z.string().refine(isSafeName, { error: 'is no allowed name' }),
  group: z.union([z.string().max(60), byLanguage(60)]).default(''),
  title: commandText,
  comment: z.union([commandText, z.literal('')]).default(''),
  target: commandTarget,
  parameters: z.array(z.unknown()).max(MAX_PARAMETERS).default([]),
  risk: commandRisk,
  hasDryRun: z.boolean().default(false),
  effects: z
    .array(commandEffect)
    .min(1)
    .max(8)
    .refine(standsAlone, { error: 'says none and more' })
    .optional(),
  result: commandResultKind.default('text'),
  confirmName: z.string().min(1).max(200).optional(),
})

/** The type a field's values are made of where that is no scalar. */
function customTypeOf(field: Field): string | null {
  const type = field.type === 'array' ? (field.itemType ?? '') : field.type
  return isScalarType(type) ? null : type
}

function readParameters(inputs: readonly unknown[], isKnownType: (type: string) => boolean): Field[] {
  const seen = new Set<string>()
  return inputs.map((input, index) => {
    const field = parseField(input, `parameters[${index}]`)
    if (seen.has(field.fieldName)) throw new Error(`has the parameter ${field.fieldName} twice`)
    seen.add(field.fieldName)
    const custom = customTypeOf(field)
    if (custom !== null && !isKnownType(custom)) throw new Error(`has the unknown type ${custom}`)
    return field
  })
}

function readCommand(entry: unknown, isKnownType: (type: string) => boolean): GameCommand {
  const fault = plainJsonFault(entry, LIMITS)
  if (fault !== null) throw new Error(fault)
  const parsed = declaration.safeParse(entry)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Error(`${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is wrong'}`.trim())
  }
  const { effects, ...rest } = parsed.data
  return {
    ...rest,
    ...(effects === undefined ? {} : { effects: effects.filter((each) => each !== 'none') }),
    parameters: readParameters(parsed.data.parameters, isKnownType),
  }
}

function shownName(entry: unknown, index: number): string {
  const name: unknown = typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'name') : undefined
  return typeof name === 'string' && name !== '' && !isForbiddenKey(name) ? name.slice(0, 128) : `#${index}`
}

/**
 * Reads declared commands, each by itself: one that is wrong is refused with its reason and the others stay.
 * Of several with one name the first counts. `isKnownType` says which diff infos the player data has.
 */
export function readCommands(
  entries: readonly unknown[],
  isKnownType: (type: string) => boolean,
): ReadCommands {
  const commands = new Map<string, GameCommand>()
  const refused: RefusedCommand[] = []
  for (const [index, entry] of entries.entries()) {
    try {
      const command = readCommand(entry, isKnownType)
      if (commands.has(command.name)) throw new Error('is declared twice')
      commands.set(command.name, command)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      refused.push({ name: shownName(entry, index), reason })
    }
  }
  return { commands: [...commands.values()], refused }
}
