import type { ScenarioSummary } from './types';

/** Whether a scenario is known by a year that its name does not say. */
export const dated = (scenario: ScenarioSummary): boolean => /^\d+$/.test(scenario.id) && !scenario.name.startsWith(scenario.id);
