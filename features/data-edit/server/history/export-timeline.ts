import type { RouteInput } from '@qd/contract-kit'
import { sendFile } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { timelineExport, TimelineEntry } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import { playerOf } from '../player-of.ts'
import { timelinePage } from './list-timeline.ts'
import type { TimelineAsked } from './timeline-edits.ts'
import { CSV_HEAD, csvOf, jsonLineOf } from './timeline-lines.ts'

type FileType = RouteInput<typeof timelineExport>['body']['fileType']

const PAGE_ENTRIES = 100

/** Entries page by page, newest first, until all was looked through. */
async function* pages(
  deps: UseCaseDeps,
  ctx: CallContext,
  asked: TimelineAsked,
): AsyncGenerator<TimelineEntry[]> {
  let before: string | null = null
  do {
    const page = await timelinePage(deps, ctx, before === null ? asked : { ...asked, before }, PAGE_ENTRIES)
    yield page.list
    before = page.next
  } while (before !== null)
}

async function* pieces(
  entries: AsyncIterable<TimelineEntry[]>,
  fileType: FileType,
  count: (rows: number) => void,
): AsyncGenerator<string> {
  // The mark tells spreadsheets that it is UTF-8.
  if (fileType === 'csv') yield `\uFEFF${CSV_HEAD}`
  for await (const page of entries) {
    if (page.length > 0) yield fileType === 'csv' ? csvOf(page) : page.map(jsonLineOf).join('')
    count(page.length)
  }
}

/** All that the filter finds of a player's time line, not only what is in view. */
export function handleTimelineExport(
  deps: UseCaseDeps,
  { body: { fileType, ...asked } }: RouteInput<typeof timelineExport>,
  ctx: CallContext,
): ReturnType<typeof sendFile> {
  const day = new Date(deps.nowMs()).toISOString().slice(0, 10)
  return sendFile(ctx, {
    name: `timeline-${playerOf(ctx).uId}-${day}`,
    type: fileType,
    pieces: (count) => pieces(pages(deps, ctx, asked), fileType, count),
  })
}
