import type { CodeLimit, PlayerAttributes } from '../../contract/index.ts'

/** What limits look at. */
export interface PlayerFacts {
  readonly uId: string
  readonly roleId: string
  readonly sId: number
  readonly attributes: PlayerAttributes
  readonly nowMs: number
}

/** `missing`: the attribute the game did not tell of; '' where the player just does not fit. */
export interface LimitFault {
  readonly missing: string
}

const unfit: LimitFault = { missing: '' }
const isWithin = (value: number, low: number | null, high: number | null) =>
  (low === null || value >= low) && (high === null || value <= high)

type TextContent = Extract<CodeLimit, { typeCode: { code: 1 } }>['content']
type ItemContent = Extract<CodeLimit, { typeCode: { code: 2 } }>['content']

function textFault(
  { of, match, values }: TextContent,
  { uId, roleId, attributes }: PlayerFacts,
): LimitFault | null {
  const text = { uId, roleId, language: attributes.language, channel: attributes.channel }[of]
  if (text === undefined) return { missing: of }
  const isFit = values.some((value) => (match === 'equals' ? text === value : text.startsWith(value)))
  return isFit ? null : unfit
}

function itemFault(
  { owns, numbers }: ItemContent,
  { attributes: { items } }: PlayerFacts,
): LimitFault | null {
  if (items === undefined) return { missing: 'items' }
  const has = new Set(items)
  const isFit = {
    all: numbers.every((number) => has.has(number)),
    any: numbers.some((number) => has.has(number)),
    none: !numbers.some((number) => has.has(number)),
  }[owns]
  return isFit ? null : unfit
}

/** Null: the player fits. What the game does not tell counts against them. */
export function limitFault(limit: CodeLimit, facts: PlayerFacts): LimitFault | null {
  const { attributes } = facts
  switch (limit.typeCode.code) {
    case 0: {
      const { content } = limit as Extract<CodeLimit, { typeCode: { code: 0 } }>
      if (attributes.channel === undefined) return { missing: 'channel' }
      return content.includes(attributes.channel) ? null : unfit
    }
    case 1:
      return textFault(limit.content as TextContent, facts)
    case 2:
      return itemFault(limit.content as ItemContent, facts)
    case 3: {
      const { of, from, to } = (limit as Extract<CodeLimit, { typeCode: { code: 3 } }>).content
      const at = of === 'redeemed' ? facts.nowMs : attributes.registeredAt
      if (at === undefined) return { missing: 'registeredAt' }
      return isWithin(at, from, to) ? null : unfit
    }
    case 4: {
      const { of, min, max } = (limit as Extract<CodeLimit, { typeCode: { code: 4 } }>).content
      const value = of === 'sId' ? facts.sId : attributes[of]
      if (value === undefined) return { missing: of }
      return isWithin(value, min, max) ? null : unfit
    }
  }
}
