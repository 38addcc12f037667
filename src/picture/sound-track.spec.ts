import { describe, expect, it } from 'vitest';
import { SAMPLES_PER_S, SoundTrack } from './sound-track.js';

/** The loudest of so many ms. */
const peak = (track: SoundTrack, ms: number): number => {
  const bytes = track.take((ms / 1_000) * SAMPLES_PER_S);
  let most = 0;
  for (let at = 0; at < bytes.length; at += 2)
    most = Math.max(most, Math.abs(bytes.readInt16LE(at)));
  return most;
};

describe('the sound track', () => {
  it('is silent where nothing happens', () => {
    expect(peak(new SoundTrack(), 500)).toBe(0);
  });

  it('sounds when it is time, over as many frames as it lasts, and no longer', () => {
    const track = new SoundTrack();
    peak(track, 100);
    track.play('card', 50);
    expect(peak(track, 50)).toBe(0);
    expect(peak(track, 100)).toBeGreaterThan(500);
    expect(peak(track, 100)).toBeGreaterThan(50);
    expect(peak(track, 500)).toBe(0);
  });

  it('mixes what sounds at once, and stays within its range', () => {
    const [one, many] = [new SoundTrack(), new SoundTrack()];
    one.play('chip', 0);
    for (let chip = 0; chip < 30; chip += 1) many.play('chip', 0);
    const alone = peak(one, 100);
    expect(alone).toBeGreaterThan(500);
    expect(alone).toBeLessThan(30_000);
    expect(peak(many, 100)).toBeGreaterThan(30_000);
  });
});
