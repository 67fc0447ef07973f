import { node } from './mutant.ts'
import type { Mutant } from './mutant.ts'

export const JOB_MUTANTS: readonly Mutant[] = [
  {
    rule: 'jobs.fence: a chunk is committed under the lease of its job',
    file: 'features/jobs/server/engine/chunk-store.ts',
    from: 'await lease.confirm(tx)',
    to: 'void lease',
    test: node(
      'features/jobs/server/engine.test.ts',
      '[jobs.fence] whoever lost the lease in the middle of a chunk commits nothing of it',
    ),
  },
  {
    rule: 'jobs.crash: a row keeps its key of effect however often it is worked on',
    file: 'features/jobs/server/engine/work-on-chunk.ts',
    from: 'effectKey: `${job.id}:${seq}:${attempt}`',
    to: 'effectKey: `${job.id}:${seq}:${attempt}:${performance.now()}`',
    test: node('features/jobs/server/engine.test.ts', '[jobs.run] a job runs to its end'),
  },
  {
    rule: 'jobs.retry: an unknown row is asked about under the key it was sent with',
    file: 'features/jobs/server/chunk-rows.ts',
    from: "outcome.status === 'unknown' && chunk.redo_unknown > 0)\n      return [{ ...row, index, attempt: outcome.attempt ?? 0 }]",
    to: "outcome.status === 'unknown' && chunk.redo_unknown > 0)\n      return [{ ...row, index, attempt: chunk.round + 1 }]",
    test: node('features/jobs/server/engine.test.ts', '[jobs.retry] failed rows are tried anew'),
  },
  {
    rule: 'jobs.limit: fewer than 100 rows count as 100',
    file: 'features/jobs/server/failure-limit.ts',
    from: 'Math.max(worked, LEAST_COUNTED)',
    to: 'worked',
    test: node('features/jobs/server/job-rules.test.ts', '[jobs.limit] one of the first 20'),
  },
  {
    rule: 'jobs.owner: a job stops with the API token it was started with',
    file: 'features/jobs/server/engine/check-standing.ts',
    from: 'owner_token === null ? callers.of(owner_id) : callers.ofToken(owner_token)',
    to: 'owner_token === owner_id ? callers.ofToken(owner_token) : callers.of(owner_id)',
    test: node(
      'features/jobs/server/engine.test.ts',
      '[jobs.owner] an API token that is gone between two chunks',
    ),
  },
  {
    rule: 'jobs.wait: a row given up that may have been sent is unknown',
    file: 'features/jobs/server/chunk-rows.ts',
    from: 'if (outcome.isSent !== true)',
    to: 'if (outcome.isSent !== undefined)',
    test: node('features/jobs/server/engine.test.ts', '[jobs.wait] cancelled, rows that wait are given up'),
  },
  {
    rule: 'jobs.wait: an edit that was planned and not sent is planned anew',
    file: 'features/data-edit/server/bulk/work-chunk.ts',
    from: "outcome?.status === 'waiting' && outcome.isSent !== true",
    to: "outcome?.status === 'waiting' && outcome.isSent === true",
    test: node(
      'features/data-edit/server/bulk/bulk-run.test.ts',
      '[jobs.wait] an edit that was planned and not sent',
    ),
  },
  {
    rule: 'S7.15: an edit that may have happened is not failed, so that it is never tried under a new key',
    file: 'features/data-edit/server/bulk/work-chunk.ts',
    from: "edit === undefined ? 'failed' : 'unknown'",
    to: "'failed'",
    test: node('features/data-edit/server/bulk/bulk-run.test.ts', '[S7.15] an edit that may have happened'),
  },
  {
    rule: 'S6.05: a sensitive change that somebody else has planned is not sent by who may not make it',
    file: 'features/data-edit/server/bulk/work-chunk.ts',
    from: 'const change = rules.maySensitive\n',
    to: 'const change = !rules.maySensitive\n',
    test: node('features/data-edit/server/bulk/bulk-run.test.ts', '[S6.05] who may not change sensitive'),
  },
  {
    rule: 'S2.07: an effect is not asked about once the game may have forgotten its key',
    file: 'features/custom-function/server/run/run-once.ts',
    from: 'row.at < ports.nowMs() - KEY_LIFETIME_MS',
    to: 'row.at < ports.nowMs() - 2 * KEY_LIFETIME_MS',
    test: node(
      'features/custom-function/server/run/run-store.test.ts',
      '[S2.07] an effect is not asked about once',
    ),
  },
  {
    rule: 'S2.07: a row of a job has one run, whoever goes on with the job',
    file: 'features/custom-function/server/run/run-store.ts',
    from: "runs.where('job_id', '=', job_id)",
    to: "runs.where('job_id', '=', job_id).where('actor_id', '=', actor_id)",
    test: node('features/custom-function/server/run/run-again.test.ts', '[S2.07] whoever goes on with a job'),
  },
  {
    rule: 'S2.07: an unknown effect is asked about in the name it was sent in',
    file: 'features/custom-function/server/run/do-effect.ts',
    from: 'inNameOf(asked.ctx, effect.by)',
    to: 'inNameOf(asked.ctx, asked.ctx.caller)',
    test: node('features/custom-function/server/run/run-again.test.ts', '[S2.07] whoever goes on with a job'),
  },
  {
    rule: 'jobs.wait: a row whose server was away has not ended',
    file: 'features/custom-function/server/run/run-steps.ts',
    from: "order.waitsOut.has(ended.code ?? '')",
    to: "order.waitsOut.has('')",
    test: node(
      'features/custom-function/server/run/run-again.test.ts',
      '[jobs.wait] a row whose server was away',
    ),
  },
  {
    rule: 'S2.07: the console never makes a function of the game less risky',
    file: 'features/custom-function/server/server-commands.ts',
    from: "higherRisk(command.risk, override?.risk ?? 'R0')",
    to: 'override?.risk ?? command.risk',
    test: node(
      'features/custom-function/server/server-commands.test.ts',
      '[S2.07] of risk R3, said to be R1',
    ),
  },
  {
    rule: 'S2.07: a hidden function is called by no step, and its dry run says so',
    file: 'features/custom-function/server/run/runnable.ts',
    from: 'return offered?.override?.isHidden === true ? undefined : offered',
    to: 'return offered',
    test: node('apps/server/test/custom-functions.test.ts', '[S2.07] are hidden, made riskier'),
  },
  {
    rule: 'S2.07: what a step sends is measured before it is sent',
    file: 'packages/function-steps/src/next-action.ts',
    from: 'if (size > FUNCTION_LIMITS.sent)',
    to: 'if (size < 0)',
    test: node('packages/function-steps/src/evaluate.test.ts', '[S2.07] a few references to long values'),
  },
  {
    rule: 'ED.87: of two snapshots taken at once each has a place of its own',
    file: 'features/data-edit/server/snapshots.ts',
    from: "conflict.columns(['game', 'u_id', 'slot']).doNothing()",
    to: "conflict.columns(['game', 'u_id', 'slot']).doUpdateSet({ name: row.name })",
    test: node('features/data-edit/server/snapshots.test.ts', '[ED.87] taken all at once'),
  },
]
