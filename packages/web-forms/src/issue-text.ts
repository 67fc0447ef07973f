import type { z } from '@qd/contract-kit'
import { kitText } from '@qd/web-base'
import { valueAt } from './form-path.ts'

/** What a schema objects to, as zod reports it. */
export type Issue = z.core.$ZodIssue

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function sizeText(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const isLow = issue.code === 'too_small'
  const limit = isLow ? issue.minimum : issue.maximum
  if (issue.origin === 'string')
    return kitText(isLow ? 'issue.tooShort' : 'issue.tooLong', { limit: `${limit}` })
  if (issue.origin === 'array' || issue.origin === 'set') {
    return kitText(isLow ? 'issue.tooFew' : 'issue.tooMany', { limit: `${limit}` })
  }
  return kitText(isLow ? 'issue.tooLow' : 'issue.tooHigh', { limit: `${limit}` })
}

function typeText(expected: string): string {
  if (expected === 'int') return kitText('issue.notWhole')
  if (expected === 'number' || expected === 'bigint') return kitText('issue.notNumber')
  return kitText('issue.invalid')
}

function formatText(format: string): string {
  if (format === 'email') return kitText('issue.notEmail')
  if (format === 'url') return kitText('issue.notUrl')
  return kitText('issue.badFormat')
}

/** A schema's objection in the operator's language, never in zod's own words. */
export function issueText(issue: Issue, values: unknown): string {
  const isMissing = isBlank(valueAt(values, issue.path.join('.')))
  if (isMissing && issue.code !== 'custom') return kitText('issue.required')
  switch (issue.code) {
    case 'too_small':
    case 'too_big':
      return sizeText(issue)
    case 'invalid_type':
      return typeText(issue.expected)
    case 'invalid_format':
      return formatText(issue.format)
    case 'invalid_value':
    case 'invalid_union':
      return kitText('issue.notOffered')
    case 'not_multiple_of':
      return kitText('issue.notMultiple', { step: `${issue.divisor}` })
    default:
      return kitText('issue.invalid')
  }
}
