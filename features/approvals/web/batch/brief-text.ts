import { formatQuantity } from '@qd/web-base'
import type { ListedApproval, ShownBlock } from '../../contract/index.ts'
import { placeText } from '../parts/words.ts'
import type { ApprovalsTexts } from '../texts.ts'

function blockText(block: ShownBlock, t: ApprovalsTexts): string[] {
  switch (block.kind) {
    case 'changes': {
      const rows = block.rows.map(({ what, before, after }) => `${what} ${before ?? '–'} → ${after ?? '–'}`)
      return block.more === 0 ? rows : [...rows, t('preview.more', { count: block.more })]
    }
    case 'totals':
      return block.rows.map(({ name, total }) => `${name} × ${formatQuantity(total)}`)
    case 'facts':
      return block.rows.map(({ label, value }) => `${label} ${value}`)
    case 'checks':
      return block.rows.map(({ text }) => text)
    case 'mail':
      return Object.values(block.texts)
        .slice(0, 1)
        .map(({ title }) => title)
    case 'sample':
      return []
  }
}

/** What comes first of what a request does: values that change, then what is given, then the rest. */
const WEIGHT: Readonly<Record<ShownBlock['kind'], number>> = {
  changes: 0,
  totals: 1,
  mail: 2,
  facts: 3,
  checks: 4,
  sample: 5,
}

/** What a request does, in one line of a table. */
export function briefText({ brief }: ListedApproval, t: ApprovalsTexts): string {
  const blocks = (brief?.preview ?? []).toSorted((left, right) => WEIGHT[left.kind] - WEIGHT[right.kind])
  return blocks.flatMap((block) => blockText(block, t)).join('; ')
}

/** Every place a request touches, in full. */
export function placesText(request: ListedApproval, t: ApprovalsTexts): string {
  const places = request.brief?.places ?? []
  return places.length < 2 ? placeText(request, t) : places.map((place) => placeText(place, t)).join('; ')
}
