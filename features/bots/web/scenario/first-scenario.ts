import type { Scenario } from '@qd/scenario'

/** What a new scenario begins with: something that runs. */
export function firstScenario(): Scenario {
  return {
    version: 1,
    name: '',
    vars: {},
    steps: [{ do: 'enter', deviceId: 'bot-{{bot}}' }],
    parts: {},
  }
}
