-- Stakes of players whose operator is off are refused from now on. The sessions of those that are off
-- already are marked, so that their stakes ask (operators-off.sql marks them from here on).
UPDATE "accounts" a SET "is_guarded" = true
  FROM (SELECT a.id FROM "accounts" a JOIN "players" p ON p.id = a.player_id
          JOIN "operators" o ON o.id = p.operator_id
         WHERE o.disabled_at IS NOT NULL AND a.kind = 'session'
         ORDER BY a.id FOR NO KEY UPDATE OF a) AS its
 WHERE a.id = its.id;
