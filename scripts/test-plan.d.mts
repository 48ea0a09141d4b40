type Step = { title: string; minutes: number };

export function workersOfTests(given?: { most?: number }): number;
export function recordMinutes(key: string, minutes: number): void;
export function keyOf(step: Step): string;
export function describePlan(steps: Step[]): string;
