import { node, web } from './mutant.ts'
import type { Mutant } from './mutant.ts'

export const EDITING_MUTANTS: readonly Mutant[] = [
  {
    rule: 'S7.15: undo leaves alone what is no longer ours',
    file: 'packages/player-edit/src/plan-undo.ts',
    from: "if (change.op !== 'add') return equalValues(located.current, change.old)",
    to: "if (change.op !== 'add') return true",
    test: node(
      'packages/player-edit/src/plan-undo.test.ts',
      'a value that is no longer ours is never touched',
    ),
  },
  {
    rule: 'S7.15: a value that moved since it was loaded is a conflict',
    file: 'packages/player-edit/src/find-conflicts.ts',
    from: 'if (!isInsert && !equalValues(current, loaded)) {',
    to: 'if (isInsert && !equalValues(current, loaded)) {',
    test: node('packages/player-edit/src/find-conflicts.test.ts', 'findConflicts'),
  },
  {
    rule: 'S7.15: what two people changed in one place is a conflict and not merged',
    file: 'packages/player-diff/src/merge3.ts',
    from: '    return place === null\n  })',
    to: '    return true\n  })',
    test: node('packages/player-diff/src/player-diff.test.ts', '[ED.82] a conflict is a place both touched'),
  },
  {
    rule: 'S7.15: the same commit goes again under its key',
    file: 'features/data-edit/web/state/commit-calls.ts',
    from: 'if (request?.fingerprint === fingerprint) return request',
    to: "if (request?.fingerprint === '') return request",
    test: web('features/data-edit/web/editor/editor.test.tsx', '[ED.53] after a lost answer'),
  },
  {
    rule: 'S7.15: nothing new is sent to a place of unknown outcome before somebody was asked',
    file: 'features/data-edit/web/pending/use-commit.ts',
    from: 'if (others.length === 0) go()',
    to: 'if (others.length >= 0) go()',
    test: web(
      'features/data-edit/web/pending/conflict.test.tsx',
      '[ED.154] is asked for before another commit',
    ),
  },
  {
    rule: 'S7.15: an edit that may have happened is not refused because nobody answers now',
    file: 'features/data-edit/server/commit/send-edit.ts',
    from: 'edit.isAskedAgain ? neverHappened(error) : changedNothing(error)',
    to: 'edit.isAskedAgain ? changedNothing(error) : changedNothing(error)',
    test: node(
      'features/data-edit/server/commit/edit-faults.test.ts',
      '[S7.15] an edit that may have happened',
    ),
  },
  {
    rule: 'S3.02: what a caller says an added row replaces lifts no upper limit',
    file: 'packages/player-edit/src/quantities.ts',
    from: "change.op === 'set' ? change.old : undefined",
    to: "change.op === 'set' ? change.old : change.old",
    test: node(
      'features/data-edit/server/checking/check-agrees.test.ts',
      'what an added row is said to replace',
    ),
  },
  {
    rule: 'S6.05: a bulk edit of sensitive fields needs their permission',
    file: 'features/bulk-edit/server/preview/bulk-set.ts',
    from: 'const index = maySensitive ? -1 :',
    to: 'const index = !maySensitive ? -1 :',
    test: node('features/bulk-edit/server/bulk-routes.test.ts', 'sensitive fields need their own permission'),
  },
  {
    rule: 'S7.15: a bulk edit treats players who are online as every server of the list declares',
    file: 'features/bulk-edit/server/preview/shared-policies.ts',
    from: 'declared.every((offered) => offered.includes(policy))',
    to: 'declared.every((offered) => offered.length > 0 && policy)',
    test: node('features/bulk-edit/server/bulk-routes.test.ts', 'treats players who are online only'),
  },
]
