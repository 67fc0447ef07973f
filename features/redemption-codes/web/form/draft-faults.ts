import { ALPHABET, isPrefix, normalizeCode } from '@qd/code-alphabet'
import { z } from '@qd/contract-kit'
import { codeLimit } from '../../contract/index.ts'
import type { BatchDraft } from '../../contract/index.ts'
import type { CodesTexts } from '../texts.ts'

const WORD_LEAST = 6

export interface DraftFaults {
  prefix?: string
  word?: string
  perCode?: string
  validTo?: string
  /** Of parts that show their own faults, or that are only empty yet. */
  other?: string
}

const isWord = (word: string) => word.trim() === '' || (normalizeCode(word) ?? '').length >= WORD_LEAST

/** What keeps a draft from being saved, in words beside the field. */
export function faultsOf(draft: BatchDraft, isGiftWrong: boolean, t: CodesTexts): DraftFaults {
  const { kind, prefix, word, perCode, validFrom, validTo, name, gift, limits } = draft
  const isUniversal = kind === 'universal'
  const missing =
    (name.trim() === '' && t('wrong.name')) ||
    ((isGiftWrong || gift.length === 0) && t('wrong.gift')) ||
    (limits.some((limit) => !z.safeParse(codeLimit, limit).success) && t('wrong.limits'))
  return {
    ...(isUniversal || isPrefix(prefix) ? {} : { prefix: t('wrong.prefix', { alphabet: ALPHABET }) }),
    ...(!isUniversal || isWord(word) ? {} : { word: t('wrong.word') }),
    ...(kind === 'times' && perCode === null ? { perCode: t('wrong.perCode') } : {}),
    ...(validFrom !== null && validTo !== null && validFrom >= validTo ? { validTo: t('wrong.to') } : {}),
    ...(missing === false ? {} : { other: missing }),
  }
}
